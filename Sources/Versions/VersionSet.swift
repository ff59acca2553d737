/// A set of versions, such as those that satisfy a requirement regardless of any ``VersionPolicy``.
///
/// Sets are equal if they have the same bounds in the order of the scheme, regardless of which
/// versions are published. A set that contains no published version is not necessarily empty.
package struct VersionSet: Sendable, Hashable {
  /// The set as intervals between versions.
  private(set) var intervals: IntervalSet<Version>

  private init(_ intervals: IntervalSet<Version>) { self.intervals = intervals }

  /// The set of every version, published or not.
  package static let all = VersionSet(.all)

  /// The set without versions.
  package static let none = VersionSet(.none)

  /// Returns the set that contains one version, in all of its spellings.
  package static func exact(_ version: Version) -> VersionSet {
    VersionSet(.between(.before(version), .after(version)))
  }

  /// Returns the set of the versions from `first` to `last`, with both.
  static func between(_ first: Version, _ last: Version) -> VersionSet {
    VersionSet(.between(.before(first), .after(last)))
  }

  /// Returns the set of the versions that are equal to or greater than `version`.
  package static func atLeast(_ version: Version) -> VersionSet {
    VersionSet(.above(.before(version)))
  }

  /// Returns the set of the versions that are greater than `version`.
  package static func after(_ version: Version) -> VersionSet {
    VersionSet(.above(.after(version)))
  }

  /// Returns the set of the versions that are less than `version`.
  package static func before(_ version: Version) -> VersionSet {
    VersionSet(.below(.before(version)))
  }

  /// Returns the set of the versions that are equal to or less than `version`.
  package static func atMost(_ version: Version) -> VersionSet {
    VersionSet(.below(.after(version)))
  }

  /// Whether the set contains no version, published or not.
  package var isEmpty: Bool { intervals.isEmpty }

  /// Returns whether `version` is in the set.
  package func contains(_ version: Version) -> Bool { intervals.contains(version) }

  /// The versions that are not in this set.
  package var complement: VersionSet { VersionSet(intervals.complement) }

  /// Returns the versions that are in at least one of the sets.
  package func union(_ other: VersionSet) -> VersionSet {
    VersionSet(intervals.union(other.intervals))
  }

  /// Returns the versions that are in both sets.
  package func intersection(_ other: VersionSet) -> VersionSet {
    VersionSet(intervals.intersection(other.intervals))
  }

  /// Returns the versions of this set that are not in `other`.
  package func subtracting(_ other: VersionSet) -> VersionSet {
    VersionSet(intervals.subtracting(other.intervals))
  }

  /// Returns whether `other` contains every version of this set.
  package func isSubset(of other: VersionSet) -> Bool {
    intervals.isSubset(of: other.intervals)
  }

  /// Returns whether no version is in both sets.
  package func isDisjoint(with other: VersionSet) -> Bool {
    intervals.isDisjoint(with: other.intervals)
  }
}

extension VersionSet: CustomStringConvertible {
  /// The set in the syntax of requirements: `>= 1.2, < 2, != 1.4 or = 3`, `any`, or `none`.
  ///
  /// A bound that is not a version is described as the nearest version: `~> 1.2` becomes
  /// `>= 1.2, < 2`, although it excludes the prereleases of 2.
  package var description: String {
    if isEmpty { return "none" }
    var alternatives: [[String]] = []
    var previousUpper: Version?
    for (lower, upper) in intervals.intervals {
      if let lower, lower.isAfter, let gap = previousUpper, gap.normalized == lower.bound.normalized
      {
        // Exactly one version lies between this interval and the previous one.
        alternatives[alternatives.count - 1].removeLast()
        alternatives[alternatives.count - 1].append("!= \(gap)")
      } else if let lower {
        alternatives.append(["\(lower.isAfter ? ">" : ">=") \(lower.bound)"])
      } else {
        alternatives.append([])
      }
      if let lower, let upper, !lower.isAfter, upper.isAfter,
        lower.bound.normalized == upper.bound.normalized
      {
        alternatives[alternatives.count - 1] = ["= \(lower.bound)"]
      } else if let upper {
        alternatives[alternatives.count - 1].append("\(upper.isAfter ? "<=" : "<") \(upper.bound)")
      }
      previousUpper = upper.flatMap { $0.isAfter ? nil : $0.bound }
    }
    let texts = alternatives.map { $0.joined(separator: ", ") }
    return texts == [""] ? "any" : texts.joined(separator: " or ")
  }
}
