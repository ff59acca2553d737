internal import Cryptography
internal import Transport
package import Vocabulary

/// A file or symbolic link that was unpacked, or that would be.
package struct ExtractedFile: Hashable, Sendable {
  package let path: MemberPath
  package let kind: Kind
  /// The size in bytes. For a link, the length of its target.
  package let size: Int
  /// The digest of the content or, for a link, of its target. For a file in a wheel, it comes from
  /// the wheel's record if the record states one.
  package let digest: SHA256Digest
  /// The digest of the content if it was computed and differs from ``digest``, because the wheel's
  /// record is wrong. Otherwise `nil`.
  package let actualDigest: SHA256Digest?
  /// The CRC-32 of the content, verified during unpacking, or `nil` if the archive has none.
  package let checksum: UInt32?
  /// The file that this one is a hard link to, so that both have one mode and content, or `nil` if
  /// it is a file or symbolic link of its own.
  package let original: MemberPath?
  /// The first bytes of the content if the caller asked for them, otherwise empty.
  package let head: [UInt8]

  /// Creates the description of a file or link.
  package init(
    path: MemberPath, kind: Kind, size: Int, digest: SHA256Digest,
    actualDigest: SHA256Digest? = nil, checksum: UInt32? = nil,
    original: MemberPath? = nil, head: [UInt8] = []
  ) {
    self.path = path
    self.kind = kind
    self.size = size
    self.digest = digest
    self.actualDigest = actualDigest
    self.checksum = checksum
    self.original = original
    self.head = head
  }

  /// Creates the description of a symbolic link.
  init(_ path: MemberPath, to target: LinkTarget) {
    let bytes = Array(target.text.utf8)
    self.init(
      path: path, kind: .link(target: target.text), size: bytes.count,
      digest: SHA256.digest(of: bytes))
  }

  /// The type of an unpacked file.
  package enum Kind: Hashable, Sendable {
    case file(isExecutable: Bool)
    /// A symbolic link with a relative target inside the unpacked folder.
    case link(target: String)
  }

  /// The target of a symbolic link, or `nil` for a file.
  var linkTarget: String? { if case .link(let target) = kind { target } else { nil } }

  /// The mode that the file was created with. The process's umask may clear bits of it.
  package var permissions: UInt16 {
    switch kind {
    case .file(let isExecutable): isExecutable ? 0o755 : 0o644
    case .link: 0o777
    }
  }
}
