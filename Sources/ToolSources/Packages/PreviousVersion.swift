package import Manifests
package import Versions
package import Vocabulary

/// The version of a tool in the previous lock, and what the new lock may keep of it.
package struct PreviousVersion: Hashable, Sendable {
  /// What the new lock may keep.
  package enum Standing: Hashable, Sendable {
    /// The whole stanza, because it still matches the project's files. The source is not queried.
    case unchanged
    /// The version and its files, unless a requirement excludes the version.
    case kept
    /// Nothing, because the tool is being updated. Updates can count from this version.
    case replaceable
    /// Only the version, unless a requirement excludes it. Nothing else in the stanza can be
    /// trusted.
    case doubtful
  }

  /// The version in the lock.
  package let version: Version
  package let standing: Standing
  /// The stanza, or `nil` if none applies: the sides of a merge disagree, the version is doubtful,
  /// or the tool's declaration has changed.
  package let stanza: LockedTool?
  /// The digests of the version's files. Empty if the version is doubtful.
  package let digests: Set<SHA256Digest>

  /// Creates a version. Omit what the lock does not contain and what is doubtful.
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

  /// The version, or `nil` if the new lock may not keep it.
  package var preferredVersion: Version? { mayStay ? version : nil }

  /// The version, or `nil` if it is doubtful.
  package var certainVersion: Version? { standing == .doubtful ? nil : version }

  /// The digests of the files that the new lock may keep.
  package var keptDigests: Set<SHA256Digest> { mayStay ? digests : [] }

  /// Returns the version with a different standing.
  package func with(_ standing: Standing) -> PreviousVersion {
    PreviousVersion(version, standing, stanza: stanza, digests: digests)
  }

  /// The version alone, without its stanza and digests.
  package var asDoubtful: PreviousVersion { PreviousVersion(version, .doubtful) }

  /// Returns the version without its stanza if the stanza's declaration differs from `declared`,
  /// the current one.
  package func applied(to declared: LockedDeclaration) -> PreviousVersion {
    stanza?.declared == declared
      ? self : PreviousVersion(version, standing, stanza: nil, digests: digests)
  }
}
