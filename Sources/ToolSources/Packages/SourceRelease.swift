package import Diagnostics
internal import Manifests
package import Versions
package import Vocabulary

/// One version of a package.
package struct SourceRelease: Hashable, Sendable {
  package let version: Version
  /// The time of the release's first file, or `nil` if the source does not state it.
  package let released: ReleaseTime?
  /// The reason for yanking the release, or `nil` if it was not yanked. Empty if no reason was
  /// given. A yanked release is chosen only if a requirement specifies exactly its version.
  package let yanked: String?
  /// Whether the release may have an artifact for some platform. If not, the release is never
  /// chosen.
  package let isInstallable: Bool
  /// The index of the release in the source's own list, whose order may differ from that of
  /// ``SourcePackage/releases``.
  package let index: Int
  /// Whether the source calls the release a prerelease, even if its version does not.
  package var isMarkedPrerelease = false
}

/// Whether a release serves a platform, or why it does not.
package enum ArtifactChoice: Hashable, Sendable {
  /// The release has an artifact for the platform. The value is its machine requirement, or
  /// `nil` if that is unknown.
  case serves(MachineRequirement?)
  /// The release has no artifact for the platform.
  case missing(MissingArtifact)
}
