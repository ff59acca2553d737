package import Manifests

/// A file or link that was unpacked.
package struct ExtractedFile: Hashable, Sendable {
  package let path: MemberPath
  package let kind: Kind
  /// Bytes; of a link, those of its text.
  package let size: Int
  /// Of the content; of a link, of its text. Of a wheel's files it is what the wheel says, where it does.
  package let digest: SHA256Digest
  /// CRC-32 of the content, compared when it was unpacked. nil where the archive has none.
  package let checksum: UInt32?

  package init(
    path: MemberPath, kind: Kind, size: Int, digest: SHA256Digest, checksum: UInt32? = nil
  ) {
    self.path = path
    self.kind = kind
    self.size = size
    self.digest = digest
    self.checksum = checksum
  }

  package enum Kind: Hashable, Sendable {
    case file(isExecutable: Bool)
    /// Relative, and inside.
    case link(target: String)
  }

  /// What the file was made with; the process's umask may take bits away.
  package var permissions: UInt16 {
    switch kind {
    case .file(let isExecutable): isExecutable ? 0o755 : 0o644
    case .link: 0o777
    }
  }
}
