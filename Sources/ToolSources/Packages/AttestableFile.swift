package import Vocabulary

/// A file that a lock contains, for which a source may have attestations.
package struct AttestableFile: Hashable, Sendable {
  package let digest: SHA256Digest
  /// The addresses of the file, best first.
  package let urls: [ArtifactURL]
  /// The name under which the file is published, such as `ruff-0.17.5-py3-none-any.whl`.
  package let name: String
  /// The name of the part, or `nil` for the artifact of the tool.
  package let part: PartName?

  /// Creates a file. `part` is `nil` for the artifact of the tool.
  package init(
    _ digest: SHA256Digest, at urls: [ArtifactURL], name: String, part: PartName? = nil
  ) {
    self.digest = digest
    self.urls = urls
    self.name = name
    self.part = part
  }
}
