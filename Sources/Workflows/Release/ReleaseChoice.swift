internal import Diagnostics
internal import Manifests
internal import Releases
internal import Versions
internal import Vocabulary

/// The choice among the releases of an index.
struct ReleaseChoice {
  private let index: ReleaseIndex
  private let running: Version?
  private let platform: Platform
  private let requirement: Located<Requirement>?
  private let allowsOlder: Bool

  /// Creates a choice.
  ///
  /// - Parameters:
  ///   - index: The releases.
  ///   - running: The version of this program.
  ///   - platform: The platform that needs an archive.
  ///   - requirement: The versions that the project can be used with, or `nil` for all.
  ///   - allowsOlder: Whether a release may be older than the running one, or the same.
  init(
    _ index: ReleaseIndex, running: Version?, platform: Platform,
    requirement: Located<Requirement>?, allowsOlder: Bool
  ) {
    self.index = index
    self.running = running
    self.platform = platform
    self.requirement = requirement
    self.allowsOlder = allowsOlder
  }

  /// Returns the newest release that can be used. Prereleases count only if the running version is
  /// one.
  func newest() throws(ReleaseProblem) -> SelfUpdateWorkflow.Outlook {
    let stable = index.releases.filter {
      !$0.version.isPrerelease || running?.isPrerelease ?? false
    }
    let available = stable.filter { $0.archives[platform.rawValue] != nil }
    guard let newest = available.first else {
      throw .noArchive(
        version: nil, platform: platform.rawValue,
        platforms: Set(stable.flatMap(\.archives.keys)).sorted())
    }
    guard let chosen = available.first(where: { admits($0.version) }) else {
      throw excluded(nil)
    }
    return SelfUpdateWorkflow.Outlook(
      release: try check(chosen), heldBack: newest == chosen || isOld(newest) ? nil : newest)
  }

  /// Returns a release, or `nil` if it is the running one.
  ///
  /// - Throws: ``ReleaseProblem`` if it cannot be used.
  func check(_ release: ProgramRelease) throws(ReleaseProblem) -> ProgramRelease? {
    if release.archives[platform.rawValue] == nil {
      throw .noArchive(
        version: release.version.spelling, platform: platform.rawValue,
        platforms: release.archives.keys.sorted())
    }
    if !admits(release.version) { throw excluded(release.version.spelling) }
    guard !allowsOlder, let running, isOld(release) else { return release }
    if release.version == running { return nil }
    throw .downgrade(version: release.version.spelling, running: running.spelling)
  }

  private func isOld(_ release: ProgramRelease) -> Bool {
    running.map { release.version <= $0 } ?? false
  }

  private func admits(_ version: Version) -> Bool {
    guard let requirement else { return true }
    return (try? requirement.value.admits(version)) ?? true
  }

  private func excluded(_ wanted: String?) -> ReleaseProblem {
    guard let requirement else { preconditionFailure("nothing excludes a release") }
    return .excluded(
      wanted: wanted, requirement: requirement.value.description, origin: requirement.origin)
  }
}
