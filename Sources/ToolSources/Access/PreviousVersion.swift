package import Manifests
package import Versions
package import Vocabulary

/// What the previous lock states about a tool, and what the new lock may keep of it.
package struct PreviousVersion: Hashable, Sendable {
  /// What the new lock may keep.
  package enum Standing: Hashable, Sendable {
    /// The whole stanza, which still matches the files of the project. The source of the tool is
    /// not queried.
    case unchanged
    /// The version with its files, as long as no requirement excludes it.
    case kept
    /// Nothing, because the tool is updated. The lock still tells where the update begins.
    case replaceable
    /// The version, as long as no requirement excludes it, and nothing else: what the lock states
    /// about it is not to be trusted.
    case doubtful
  }

  /// The version in the lock.
  package let version: Version
  package let standing: Standing
  /// The stanza, or `nil` if there is none that still applies: two sides of a merge disagree, the
  /// version is doubtful, or the tool is declared in another way now.
  package let stanza: LockedTool?
  /// The digests of the files of the version. Empty if it is doubtful.
  package let digests: Set<SHA256Digest>

  /// Describes a version of the lock. Omit what the lock does not state, or what is doubtful.
  package init(
    _ version: Version, _ standing: Standing, stanza: LockedTool? = nil,
    digests: Set<SHA256Digest> = []
  ) {
    self.version = version
    self.standing = standing
    self.stanza = stanza
    self.digests = digests
  }

  /// Whether the new lock may keep the version.
  package var mayStay: Bool { standing != .replaceable }

  /// The version if the new lock may keep it, or `nil`.
  package var preferredVersion: Version? { mayStay ? version : nil }

  /// The version, or `nil` if it is doubtful.
  package var certainVersion: Version? { standing == .doubtful ? nil : version }

  /// The digests of the files that the new lock may keep.
  package var keptDigests: Set<SHA256Digest> { mayStay ? digests : [] }

  /// Returns the same version with another standing.
  package func with(_ standing: Standing) -> PreviousVersion {
    PreviousVersion(version, standing, stanza: stanza, digests: digests)
  }

  /// Returns the same version without anything that the lock states about it.
  package var asDoubtful: PreviousVersion { PreviousVersion(version, .doubtful) }

  /// Returns the same version for a tool that is declared like this now. A stanza with another
  /// declaration does not apply to it.
  package func applied(to declared: LockedDeclaration) -> PreviousVersion {
    stanza?.declared == declared
      ? self : PreviousVersion(version, standing, stanza: nil, digests: digests)
  }
}
