/// A set of versions: what a requirement asks for, before ``VersionPolicy`` has its say.
///
/// Sets that have the same versions by the order of their scheme are equal. Which versions were
/// ever released does not matter: a set without any of them is still not empty.
package struct VersionSet: Sendable, Hashable {
  private(set) var intervals: IntervalSet<Version>

  private init(_ intervals: IntervalSet<Version>) { self.intervals = intervals }

  package static let all = VersionSet(.all)
  package static let none = VersionSet(.none)

  package static func exact(_ version: Version) -> VersionSet {
    VersionSet(.between(.before(version), .after(version)))
  }

  /// `>= version`
  package static func atLeast(_ version: Version) -> VersionSet {
    VersionSet(.above(.before(version)))
  }

  /// `> version`
  package static func after(_ version: Version) -> VersionSet {
    VersionSet(.above(.after(version)))
  }

  /// `< version`
  package static func before(_ version: Version) -> VersionSet {
    VersionSet(.below(.before(version)))
  }

  /// `<= version`
  package static func atMost(_ version: Version) -> VersionSet {
    VersionSet(.below(.after(version)))
  }

  package var isEmpty: Bool { intervals.isEmpty }

  package func contains(_ version: Version) -> Bool { intervals.contains(version) }

  /// All versions that this set does not have.
  package var complement: VersionSet { VersionSet(intervals.complement) }

  package func union(_ other: VersionSet) -> VersionSet {
    VersionSet(intervals.union(other.intervals))
  }

  package func intersection(_ other: VersionSet) -> VersionSet {
    VersionSet(intervals.intersection(other.intervals))
  }

  package func subtracting(_ other: VersionSet) -> VersionSet {
    VersionSet(intervals.subtracting(other.intervals))
  }

  package func isSubset(of other: VersionSet) -> Bool {
    intervals.isSubset(of: other.intervals)
  }

  package func isDisjoint(with other: VersionSet) -> Bool {
    intervals.isDisjoint(with: other.intervals)
  }
}

extension VersionSet: CustomStringConvertible {
  /// The set as requirements: `>= 1.2, < 2, != 1.4 or = 3`; `any`, `none`. A bound that no version
  /// spells shows the nearest one: `~> 1.2` is `>= 1.2, < 2`, though it lacks the prereleases of 2.
  package var description: String {
    if isEmpty { return "none" }
    var alternatives: [[String]] = []
    var previousUpper: Version?
    for (lower, upper) in intervals.intervals {
      if let lower, lower.isAfter, let gap = previousUpper, gap.normalized == lower.bound.normalized
      {
        // One version is missing between this interval and the one before.
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
