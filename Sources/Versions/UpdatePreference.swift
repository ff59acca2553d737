/// The order in which an update prefers versions, and the versions that it permits.
///
/// Matches Bundler's `update --minor` and `--patch`. Versions with the locked major (and minor)
/// number precede all later versions, and are themselves sorted newest first. Versions older than
/// the locked one come last.
package struct UpdatePreference: Hashable, Sendable {
  /// The most significant number of a version that an update should change.
  package enum Level: String, Sendable {
    /// Any number may change.
    case major

    /// Preferably, the first number remains the same.
    case minor

    /// Preferably, the first two numbers remain the same.
    case patch
  }

  /// The preference for the newest version.
  package static let newest = UpdatePreference()

  /// The most significant number that the update should change.
  package var level = Level.major

  /// Whether the update must not change a more significant number, nor return to an older version.
  /// Has no effect at the `major` level.
  package var isStrict = false

  /// Whether prereleases rank like other versions. Otherwise they come last.
  package var admitsPrereleases = false

  /// Creates a preference. By default, newer versions are preferred.
  package init(level: Level = .major, isStrict: Bool = false, admitsPrereleases: Bool = false) {
    self.level = level
    self.isStrict = isStrict
    self.admitsPrereleases = admitsPrereleases
  }

  /// The versions that may be chosen although no requirement names them.
  package var policy: VersionPolicy {
    VersionPolicy(admitsPrereleases: admitsPrereleases, localVersions: [])
  }

  /// Returns elements in the order of their versions, most preferred first.
  ///
  /// - Parameters:
  ///   - elements: The elements to sort.
  ///   - locked: The locked version, or `nil` if there is none, which makes all levels alike.
  ///   - keepsLocked: Whether the locked version precedes all others. Has no effect at the `major`
  ///     level.
  ///   - version: Returns the version of an element.
  package func sorted<Element>(
    _ elements: [Element], after locked: Version?, keepingLocked keepsLocked: Bool = false,
    by version: (Element) -> Version
  ) -> [Element] {
    let ranked = elements.map { element in
      let version = version(element)
      let isKept = keepsLocked && level != .major && version == locked
      return (element, version, isKept ? nil : rank(of: version, locked))
    }
    return ranked.sorted { left, right in
      guard let first = left.2, let second = right.2 else { return left.2 == nil && right.2 != nil }
      return first == second ? left.1 > right.1 : first.lexicographicallyPrecedes(second)
    }.map(\.0)
  }

  /// Returns whether a strict update permits a version.
  ///
  /// - Parameters:
  ///   - version: The version to judge.
  ///   - locked: The locked version, or `nil` if there is none, which permits every version.
  package func permits(_ version: Version, after locked: Version?) -> Bool {
    guard isStrict, level != .major, let locked else { return true }
    return version >= locked
      && significant(version.leadingNumbers)
        == significant(locked.leadingNumbers)
  }

  /// Returns whether a version changes only the numbers that the update should change.
  package func prefers(_ version: Version, after locked: Version?) -> Bool {
    guard level != .major, let locked else { return true }
    return significant(version.leadingNumbers) == significant(locked.leadingNumbers)
  }

  /// Returns the rank of a version. Smaller ranks are preferred. Among versions of equal rank,
  /// newer ones are preferred.
  private func rank(of version: Version, _ locked: Version?) -> [Numeral] {
    let stability: Numeral = version.isPrerelease && !admitsPrereleases ? .one : .zero
    guard level != .major, let locked else { return [stability] }
    if version < locked { return [stability, .one] }
    return [stability, .zero] + significant(version.leadingNumbers)
  }

  /// Returns the numbers that the update should not change.
  private func significant(_ numbers: [Numeral]) -> ArraySlice<Numeral> {
    level == .major ? [] : level == .minor ? numbers.prefix(2) : numbers.prefix(3)
  }
}

extension Version {
  /// The epoch, which only PEP 440 has, and the first two numbers of the version. Missing ones are
  /// zero.
  fileprivate var leadingNumbers: [Numeral] {
    guard let parts = scheme.read(Array(spelling.utf8)[...]) else { return [.zero, .zero, .zero] }
    let numbers = parts.release.prefix(2)
    let epoch = (parts as? PEP440Version)?.epoch ?? .zero
    return [epoch] + numbers + Array(repeating: .zero, count: 2 - numbers.count)
  }
}
