package import Versions

/// A set of versions of one package, as the solver sees it: a value with the algebra of sets.
///
/// Sets that hold the same versions by construction must be equal, hash alike and behave alike; a
/// type achieves this by normalizing on creation. The solver relies on the laws of a Boolean
/// algebra with the bounds `empty` and `all`, and on a total order of versions.
package protocol VersionSetAlgebra: Hashable, Sendable {
  associatedtype Version: Hashable & Comparable & Sendable

  /// The set without a version.
  static var empty: Self { get }

  /// The set of every version, published or not.
  static var all: Self { get }

  /// The set of exactly one version.
  init(only version: Version)

  /// The versions from `lower` on and before `upper`; nil leaves that side open.
  init(from lower: Version?, upTo upper: Version?)

  /// Whether no version at all can be in the set.
  var isEmpty: Bool { get }

  /// The versions that are not in this set.
  var complement: Self { get }

  /// Whether `version` is in the set.
  func contains(_ version: Version) -> Bool

  /// The versions that are in one of the two sets.
  func union(_ other: Self) -> Self

  /// The versions that are in both sets.
  func intersection(_ other: Self) -> Self

  /// Whether `other` holds every version of this set.
  func isSubset(of other: Self) -> Bool

  /// Whether no version is in both sets.
  func isDisjoint(with other: Self) -> Bool

  /// The index ranges, ascending and not touching, of members in `ascending`, sorted and unique.
  ///
  /// The default calls `contains` for each element; a set made of ranges can bisect instead.
  func positions(in ascending: [Version]) -> [Range<Int>]
}

extension VersionSetAlgebra {
  package func positions(in ascending: [Version]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start: Int?
    for (index, version) in ascending.enumerated() {
      if contains(version) {
        if start == nil { start = index }
      } else if let first = start {
        ranges.append(first..<index)
        start = nil
      }
    }
    if let first = start { ranges.append(first..<ascending.count) }
    return ranges
  }

  /// The versions of this set that are not in `other`.
  func subtracting(_ other: Self) -> Self {
    intersection(other.complement)
  }
}

extension VersionSet: VersionSetAlgebra {
  package static var empty: VersionSet { .none }

  package init(only version: Version) { self = .exact(version) }

  package init(from lower: Version?, upTo upper: Version?) {
    self = lower.map(VersionSet.atLeast) ?? .all
    if let upper { self = intersection(.before(upper)) }
  }
}
