package import Vocabulary

/// The expected digest and size of a file. Each is `nil` if it is unknown.
package struct ExpectedFile: Hashable, Sendable {
  package var digest: SHA256Digest?
  /// The size in bytes.
  package var size: Int?

  /// Creates an expectation. By default any file is accepted.
  package init(digest: SHA256Digest? = nil, size: Int? = nil) {
    self.digest = digest
    self.size = size
  }
}

/// The digest and size of a file that was downloaded.
package struct DownloadedFile: Hashable, Sendable {
  package let digest: SHA256Digest
  /// The size in bytes.
  package let size: Int
}
