internal import Manifests
internal import Resolution
internal import ToolSources
internal import Versions

// Releases that are newer than the chosen one and meet every requirement, for notices.
extension Candidates {
  /// Returns the newest release that meets every requirement, with the missing platforms that
  /// exclude it, or `nil` if that release is not newer than `chosen` or no particular missing
  /// platform excludes it.
  func skippedNewerRelease(
    _ platforms: [Platform], than chosen: Version
  ) -> (version: Version, platforms: [String])? {
    let policy = policy
    let wanted = wanted
    let newest = package.releases.prefix { $0.version > chosen }.first { release in
      wanted.allSatisfy { $0.contains(release.version) } && policy.admits(release.version)
        && obstacle(of: release, platforms) == nil
    }
    guard let newest, case .platforms(let missing)? = missing(newest, platforms), !missing.isEmpty
    else { return nil }
    return (newest.version, missing)
  }

  /// Returns the newest release that meets every requirement and that only its cooldown excludes,
  /// with the time from which it is eligible, or `nil` if that release is not newer than `chosen`.
  /// The time is `nil` if the age of the release is unknown.
  func coolingNewerRelease(
    _ platforms: [Platform], than chosen: Version
  ) -> (version: Version, eligible: ReleaseTime?)? {
    let policy = policy
    let wanted = wanted
    for release in package.releases.prefix(while: { $0.version > chosen })
    where wanted.allSatisfy({ $0.contains(release.version) }) && policy.admits(release.version)
      && yanked(release) == nil && missing(release, platforms) == nil
    {
      switch cooling(release, platforms) {
      case .cooldown(_, let eligible)?:
        return (release.version, ReleaseTime(secondsSince1970: Int64(eligible)))
      case .undated?: return (release.version, nil)
      default: continue
      }
    }
    return nil
  }
}
