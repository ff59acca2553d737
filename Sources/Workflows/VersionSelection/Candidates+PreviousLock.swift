internal import Manifests
internal import ToolSources

// What the previous lock has of a release that its source has changed.
extension Candidates {
  /// Returns the stanza of the previous lock for a release if it is to be used in place of what the
  /// source has now, or `nil` if the source is to be used.
  ///
  /// It is used if the source has lost the artifact for a platform. It is also used if the source
  /// has replaced an artifact, unless the tool is updated and the new one is old enough: a locked
  /// build stays.
  func retainedStanza(of release: SourceRelease) -> LockedTool? {
    guard release.version == query.lockedVersion, let stanza = query.lockedStanza else {
      return nil
    }
    if !lostPlatforms(of: release).isEmpty { return stanza }
    let isReplaced = stanza.artifacts.contains { artifact in
      let digest = package.file(of: release, for: artifact.platform)?.digest
      return digest.map { $0 != artifact.digest } ?? false
    }
    if !isReplaced { return nil }
    return query.keptVersion != nil || isYoung(release, stanza.artifacts.map(\.platform))
      ? stanza : nil
  }

  /// Returns the platforms for which the previous lock has an artifact of the locked version, but
  /// the source no longer does.
  func lostPlatforms(of release: SourceRelease) -> [Platform] {
    guard release.version == query.lockedVersion, let stanza = query.lockedStanza else { return [] }
    return stanza.artifacts.map(\.platform).filter { platform in
      if case .missing = package.artifact(of: release, for: platform) { true } else { false }
    }
  }

  private func isYoung(_ release: SourceRelease, _ platforms: [Platform]) -> Bool {
    guard let age = query.age else { return false }
    let files = package.youngFiles(of: release, for: platforms, after: age.cutoff)
    return age.obstacle(ofFilesPublishedAt: files) != nil
  }
}
