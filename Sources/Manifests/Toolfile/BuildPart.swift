package import Vocabulary

/// A file that a build needs besides its source: another source archive, or a patch.
///
/// ```ruby
/// part "openssl", "1.1.1w", url: "https://example.org/openssl-1.1.1w.tar.gz",
///   checksums: "https://example.org/openssl-1.1.1w.tar.gz.sha256"
/// patch "gcc-14", url: "https://example.org/gcc-14.patch", sha256: "<64 digits>"
/// ```
package struct BuildPart: Hashable, Sendable {
  /// What a build does with the file.
  package enum Kind: Hashable, Sendable {
    /// The build unpacks the archive, for its steps to use.
    case archive(version: VersionText)
    /// The build applies the patch to the source, before the first step.
    case patch
  }

  package let name: PartName
  package let kind: Kind
  package let address: ArtifactURL
  /// The address of a file with the digest, or `nil` if there is none.
  package let checksums: ArtifactURL?
  /// The digest, or `nil` if the definition does not state it.
  package let digest: SHA256Digest?

  /// Creates a part. See the properties.
  package init(
    _ name: PartName, _ kind: Kind, at address: ArtifactURL, checksums: ArtifactURL? = nil,
    digest: SHA256Digest? = nil
  ) {
    self.name = name
    self.kind = kind
    self.address = address
    self.checksums = checksums
    self.digest = digest
  }

  /// Whether the part is a patch.
  package var isPatch: Bool { kind == .patch }

  /// The version in a lock. A patch has none of its own.
  package var version: VersionText {
    switch kind {
    case .archive(let version): version
    case .patch: .zero
    }
  }
}
