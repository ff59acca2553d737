internal import Manifests
internal import ToolSources
internal import Vocabulary

// Locked releases whose files have changed at the source.
extension Candidates {
  /// Returns the locked stanza to keep for a release, or `nil` if the source must provide the
  /// files. See ``retainedStanza(of:)`` and ``firstUseStanza(of:for:)``.
  func lockedStanza(of release: SourceRelease, for platforms: [Platform]) -> LockedTool? {
    retainedStanza(of: release) ?? firstUseStanza(of: release, for: platforms)
  }

  /// Returns the locked stanza to use for a release instead of what the source has now, or `nil` to
  /// use the source.
  ///
  /// The stanza is used if the source no longer has the artifact for one of its platforms, or has
  /// replaced one. A replacement is accepted only if the tool is updated and no cooldown excludes
  /// the new file.
  func retainedStanza(of release: SourceRelease) -> LockedTool? {
    guard release.version == query.previousVersion, let stanza = query.previous?.stanza else {
      return nil
    }
    if !lostPlatforms(of: release).isEmpty { return stanza }
    let isReplaced = stanza.artifacts.contains { artifact in
      let digest = package.file(of: release, for: artifact.platform)?.digest
      return digest.map { $0 != artifact.digest } ?? false
    }
    if !isReplaced { return nil }
    let isAccepted =
      !query.mayKeepPrevious
      && ageObstacle(of: release, for: stanza.artifacts.map(\.platform)) == nil
    return isAccepted ? nil : stanza
  }

  /// Returns the locked stanza of a release if the source publishes no digests for it and the tool
  /// is not being updated. Returns `nil` otherwise.
  ///
  /// The locked digests come from the first download. Only an update may replace them with those of
  /// a later one.
  func firstUseStanza(of release: SourceRelease, for platforms: [Platform]) -> LockedTool? {
    guard query.mayKeepPrevious, release.version == query.previousVersion,
      let stanza = query.previous?.stanza, stanza.isTrustedOnFirstUse,
      stanza.definition == package.request(for: release).definition(for: release.version)
    else { return nil }
    let isKept = platforms.allSatisfy { platform in
      stanza.artifact(for: platform) != nil
        && package.file(of: release, for: platform)?.digest == nil
    }
    return isKept ? stanza : nil
  }

  /// Returns the platforms for which the previous lock has an artifact of the release, but the
  /// source no longer does.
  func lostPlatforms(of release: SourceRelease) -> [Platform] {
    guard release.version == query.previousVersion, let stanza = query.previous?.stanza else {
      return []
    }
    return stanza.artifacts.map(\.platform).filter { !hasArtifact(of: release, for: $0) }
  }
}
