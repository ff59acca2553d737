/// A file to download and install on one platform.
package struct Artifact: Hashable, Sendable {
  package let platform: Platform
  package let format: ArtifactFormat
  /// The digest of the file as downloaded.
  package let digest: SHA256Digest
  /// The size of the file as downloaded, in bytes.
  package let size: Int
  /// The maximum size of a file as downloaded, in bytes: that of its unpacked contents. Sizes come
  /// from strangers, so all parsers enforce it. It keeps sums of sizes from overflowing.
  package static let maximumSize = 32_000_000_000

  /// The addresses of the file in the order of preference; at least one.
  package let urls: [ArtifactURL]

  /// Creates an artifact. `urls` must not be empty.
  package init(
    platform: Platform, format: ArtifactFormat, digest: SHA256Digest, size: Int,
    urls: [ArtifactURL]
  ) {
    self.platform = platform
    self.format = format
    self.digest = digest
    self.size = size
    self.urls = urls
  }
}
