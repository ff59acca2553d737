package import Versions

/// A set of versions of one package, as a value with the operations of a Boolean algebra.
///
/// Two sets that contain the same versions, published or not, must be equal and have equal hashes,
/// whichever operations created them. A type can achieve this by normalizing its values on
/// creation. The solver relies on the laws of a Boolean algebra with the bounds `empty` and `all`,
/// and on a total order of versions.
package protocol VersionSetAlgebra: Hashable, Sendable {
  /// A version. Versions have a total order.
  associatedtype Version: Hashable & Comparable & Sendable

  /// The set without versions.
  static var empty: Self { get }

  /// The set of every version, published or not.
  static var all: Self { get }

  /// Creates the set of exactly one version.
  init(only version: Version)

  /// Creates the set of the versions from `lower` up to but excluding `upper`. A `nil` bound
  /// leaves that side unbounded.
  init(from lower: Version?, upTo upper: Version?)

  /// Whether the set contains no version, published or not.
  var isEmpty: Bool { get }

  /// The versions that are not in this set.
  var complement: Self { get }

  /// Returns whether `version` is in the set.
  func contains(_ version: Version) -> Bool

  /// Returns the versions that are in at least one of the sets.
  func union(_ other: Self) -> Self

  /// Returns the versions that are in both sets.
  func intersection(_ other: Self) -> Self

  /// Returns whether `other` contains every version of this set.
  func isSubset(of other: Self) -> Bool

  /// Returns whether no version is in both sets.
  func isDisjoint(with other: Self) -> Bool

  /// Returns the ranges of indices whose elements are in the set.
  ///
  /// The default implementation calls `contains` for each element. A set of ranges can use
  /// bisection instead.
  ///
  /// - Parameter ascending: A list of versions in ascending order, without duplicates.
  /// - Returns: Nonempty ranges in ascending order, with a gap before each range but the first.
  func positions(in ascending: [Version]) -> [Range<Int>]
}

extension VersionSetAlgebra {
  /// Returns the ranges of indices whose elements are in the set, by testing each element.
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

  /// Returns the union of sets.
  ///
  /// Joins pairs, then pairs of pairs, since joining in sequence would copy the growing set at
  /// every step.
  static func union(of sets: [Self]) -> Self {
    var sets = sets
    while sets.count > 1 {
      sets = stride(from: 0, to: sets.count, by: 2).map { position in
        position + 1 < sets.count ? sets[position].union(sets[position + 1]) : sets[position]
      }
    }
    return sets.first ?? .empty
  }

  /// Returns the versions of this set that are not in `other`.
  func subtracting(_ other: Self) -> Self {
    intersection(other.complement)
  }
}

extension VersionSet: VersionSetAlgebra {
  /// The set without versions.
  package static var empty: VersionSet { .none }

  /// Creates the set of exactly one version.
  package init(only version: Version) { self = .exact(version) }

  /// Creates the set of the versions from `lower` up to but excluding `upper`. A `nil` bound
  /// leaves that side unbounded.
  package init(from lower: Version?, upTo upper: Version?) {
    self = lower.map(VersionSet.atLeast) ?? .all
    if let upper { self = intersection(.before(upper)) }
  }
}
