package import Manifests
package import Vocabulary

/// The facts about a version that the lock records.
package struct ReleaseContent: Hashable, Sendable {
  /// One artifact for each requested platform.
  package let artifacts: [Artifact]
  /// The parts that an installation adds to the artifact.
  package let parts: [ArtifactPart]
  /// The provided executables, sorted by name.
  package let provides: [LockedExecutable]
  /// Whether a digest was computed from the first download, because the source states none.
  package let isTrustedOnFirstUse: Bool
  /// Whether files were confirmed by SHA-512 digests, because the source states no SHA-256 digests.
  package let isConfirmedBySHA512: Bool
  /// The time at which the youngest of the artifacts was published, or `nil` if it is unknown.
  package let released: ReleaseTime?

  /// The parts without a published digest, such as `json 2.9`. Empty if the artifact has no
  /// published digest.
  package var undigestedParts: [String] = []
  /// The names of the gems whose installation runs code, sorted.
  package var extensions: [String] = []
  /// What the tool and its parts together require of the tool that runs them, or `nil` if there is
  /// no such tool.
  package var runtime: ToolNeed?

  /// Returns the parts of an installation on `platform`, including those for every platform.
  package func parts(for platform: Platform) -> [ArtifactPart] {
    parts.filter { $0.platform == nil || $0.platform == platform }
  }

  /// Returns the names of the executables on `platform`, sorted.
  package func executables(for platform: Platform) -> [ExecutableName] {
    provides.compactMap { $0.isFor(platform) ? $0.name : nil }
  }

  /// Creates the content of a release. `provides` must be sorted by name.
  package init(
    artifacts: [Artifact], parts: [ArtifactPart] = [], provides: [LockedExecutable],
    isTrustedOnFirstUse: Bool = false, isConfirmedBySHA512: Bool = false,
    released: ReleaseTime? = nil
  ) {
    self.artifacts = artifacts
    self.parts = parts
    self.provides = provides
    self.isTrustedOnFirstUse = isTrustedOnFirstUse
    self.isConfirmedBySHA512 = isConfirmedBySHA512
    self.released = released
  }
}

/// An artifact that the lock will contain if the announced release is chosen.
package struct AnnouncedArtifact: Hashable, Sendable {
  package let platform: Platform
  package let format: ArtifactFormat
  package let url: ArtifactURL
  package let digest: SHA256Digest
  /// The size in bytes, or `nil` if the source has not stated it yet.
  package let size: Int?
  /// What a request for the artifact states besides the address.
  package var access = FileAccess()
}
