/// A file that belongs to an installation in addition to its artifact, such as a gem.
package struct ArtifactPart: ContentPart, Hashable, Sendable {
  /// The platform; `nil` if the part is the same on all.
  package let platform: Platform?
  package let name: PartName
  package let version: VersionText
  package let format: ArtifactFormat
  package let digest: SHA256Digest
  /// The size in bytes.
  package let size: Int
  package let url: ArtifactURL

  /// Creates a part; pass `nil` as `platform` if it is the same on all.
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

  /// Returns whether installations on `other` include the part.
  func isFor(_ other: Platform) -> Bool { platform == nil || platform == other }
}
