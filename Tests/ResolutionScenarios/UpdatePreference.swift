/// The order in which an update prefers versions.
///
/// Matches Bundler's `update --minor` and `--patch`. Versions with the locked major (and minor)
/// number precede all later versions, and are themselves sorted newest first. Versions older than
/// the locked one come last.
package struct UpdatePreference<Version: Comparable>: Sendable where Version: Sendable {
  /// The most significant number of a version that an update should change.
  package enum Level: Sendable {
    /// Any number may change.
    case major

    /// Preferably, the first number remains the same.
    case minor

    /// Preferably, the first two numbers remain the same.
    case patch
  }

  /// The most significant number that the update should change.
  package let level: Level

  /// The currently locked version, or `nil` if there is none.
  package let locked: Version?

  /// Whether the locked version precedes all others. Has no effect at the `major` level.
  package let keepsLocked: Bool

  /// Whether prereleases rank like other versions. Otherwise they come last.
  package let admitsPrereleases: Bool

  /// Creates an order relative to a locked version.
  package init(
    level: Level, locked: Version?, keepsLocked: Bool = false, admitsPrereleases: Bool = false
  ) {
    self.level = level
    self.locked = locked
    self.keepsLocked = keepsLocked
    self.admitsPrereleases = admitsPrereleases
  }

  /// Returns the versions, most preferred first.
  ///
  /// - Parameters:
  ///   - versions: The versions to sort.
  ///   - isPrerelease: Returns whether a version is a prerelease in its scheme.
  ///   - release: Returns the numbers of a version: `[1, 2, 3]`.
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

  /// Returns the rank of a version. Smaller ranks are preferred. Among versions of equal rank,
  /// newer ones are preferred.
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
