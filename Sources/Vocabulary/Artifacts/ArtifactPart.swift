/// A file that an installation contains in addition to its artifact, such as a gem.
package struct ArtifactPart: ContentPart, Hashable, Sendable {
  /// The platform, or `nil` if the part is the same on all platforms.
  package let platform: Platform?
  package let name: PartName
  package let version: VersionText
  package let format: ArtifactFormat
  package let digest: SHA256Digest
  /// The size of the file as downloaded, in bytes.
  package let size: Int
  package let url: ArtifactURL

  /// Creates a part. Pass `nil` as `platform` if the part is the same on all platforms.
  package init(
    platform: Platform?, name: PartName, version: VersionText, format: ArtifactFormat,
    digest: SHA256Digest, size: Int, url: ArtifactURL
  ) {
    self.platform = platform
    self.name = name
    self.version = version
    self.format = format
    self.digest = digest
    self.size = size
    self.url = url
  }

  /// Returns whether installations on the platform `other` include the part.
  package func isFor(_ other: Platform) -> Bool { platform == nil || platform == other }
}
