package import Manifests

/// A file or link that was unpacked.
package struct ExtractedFile: Hashable, Sendable {
  package let path: MemberPath
  package let kind: Kind
  /// Bytes; of a link, those of its text.
  package let size: Int
  /// Of the content; of a link, of its text.
  package let digest: SHA256Digest

  package init(path: MemberPath, kind: Kind, size: Int, digest: SHA256Digest) {
    self.path = path
    self.kind = kind
    self.size = size
    self.digest = digest
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
