/// Which versions an update should rather go to: the order that a provider lists releases in.
///
/// As Bundler's `update --minor` and `--patch`: a version of the locked major (and minor) number is better than any later one,
/// among those the newest is best, and older ones than the locked one come last.
package struct UpdatePreference<Version: Comparable>: Sendable where Version: Sendable {
  /// Up to which number of a version an update may reach without being asked twice.
  package enum Level: Sendable {
    case major
    case minor
    case patch
  }

  package let level: Level

  /// The version that is locked now; nil if there is none.
  package let locked: Version?

  /// Whether the locked version is better than all others.
  package let keepsLocked: Bool

  /// Whether prereleases are as good as other versions; else they come after all of them.
  package let admitsPrereleases: Bool

  package init(
    level: Level, locked: Version?, keepsLocked: Bool = false, admitsPrereleases: Bool = false
  ) {
    self.level = level
    self.locked = locked
    self.keepsLocked = keepsLocked
    self.admitsPrereleases = admitsPrereleases
  }

  /// Sorts versions, the best first.
  ///
  /// - Parameters:
  ///   - isPrerelease: whether the scheme calls a version one.
  ///   - release: the numbers of a version, as `[1, 2, 3]`.
  package func sorted(
    _ versions: [Version], isPrerelease: (Version) -> Bool, release: (Version) -> [Int]
  ) -> [Version] {
    let ranked = versions.map { version in
      (version: version, rank: rank(of: version, isPrerelease(version), release: release))
    }
    return ranked.sorted { left, right in
      left.rank == right.rank
        ? left.version > right.version : left.rank.lexicographicallyPrecedes(right.rank)
    }.map(\.version)
  }

  /// Smaller is better; of equal ranks the newer version is.
  private func rank(
    of version: Version, _ isPrerelease: Bool, release: (Version) -> [Int]
  ) -> [Int] {
    if keepsLocked, level != .major, version == locked { return [-1] }
    let stability = isPrerelease && !admitsPrereleases ? 1 : 0
    guard level != .major, let locked else { return [stability] }
    if version < locked { return [stability, 1] }
    let numbers = release(version)
    let major = numbers.first ?? 0
    let minor = numbers.count > 1 ? numbers[1] : 0
    return [stability, 0, major] + (level == .patch ? [minor] : [])
  }
}
