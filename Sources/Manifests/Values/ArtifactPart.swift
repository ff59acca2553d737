/// One of the files that an installation consists of besides its artifact: a gem, say.
package struct ArtifactPart: ContentPart, Hashable, Sendable {
  /// nil: the same on every platform.
  package let platform: Platform?
  package let name: PartName
  package let version: VersionText
  package let format: ArtifactFormat
  package let digest: SHA256Digest
  /// In bytes.
  package let size: Int
  package let url: ArtifactURL

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

  func isFor(_ other: Platform) -> Bool { platform == nil || platform == other }
}
