/// The file of a release that serves a platform, as far as it is known without a request.
package struct OfferedFile: Hashable, Sendable {
  /// Where the digest of the file comes from.
  package enum DigestSource: Hashable, Sendable {
    /// The source states the digest.
    case source
    /// A file of the release lists the digest. The value is its name.
    case list(String)
    /// The first download, because nobody states the digest.
    case firstDownload
  }

  package var name: String
  /// The size in bytes, or `nil` if the source does not state it.
  package let size: Int?
  /// The digest, or `nil` if it is not known without a request.
  package let digest: SHA256Digest?
  package let digestSource: DigestSource

  /// Creates a file. If `digest` is `nil`, the digest comes from the file called `list`, or, if
  /// there is none, from the first download.
  package init(name: String, size: Int?, digest: SHA256Digest?, list: String? = nil) {
    self.name = name
    self.size = size
    self.digest = digest
    digestSource = digest != nil ? .source : list.map { .list($0) } ?? .firstDownload
  }

  /// Creates a locked file, whose digest the first download may have given.
  package init(name: String, size: Int, digest: SHA256Digest, isFirstDownload: Bool) {
    self.name = name
    self.size = size
    self.digest = digest
    digestSource = isFirstDownload ? .firstDownload : .source
  }
}
