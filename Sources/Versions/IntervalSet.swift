/// A set of points on a line, as sorted disjoint intervals with open, closed, or no ends.
///
/// Stores the ordered cuts at which membership changes, and whether the line starts inside the
/// set. Equal sets have equal cuts, so equality and hashing agree with the algebra, and the
/// complement flips one Boolean. The line is treated as dense, since its points are unknown: the
/// open interval from 1 to 2 is not empty. (The standard library's `RangeSet` has half-open
/// ranges, which cannot express "after 1".)
struct IntervalSet<Bound: Comparable & Hashable & Sendable>: Sendable, Hashable {
  /// A position between points: just before or just after `bound`.
  struct Cut: Sendable, Hashable, Comparable {
    let bound: Bound

    /// Whether the position is just after `bound`, rather than just before it.
    let isAfter: Bool

    static func before(_ bound: Bound) -> Cut { Cut(bound: bound, isAfter: false) }
    static func after(_ bound: Bound) -> Cut { Cut(bound: bound, isAfter: true) }

    static func < (left: Cut, right: Cut) -> Bool {
      !left.isAfter && right.isAfter ? left.bound <= right.bound : left.bound < right.bound
    }
  }

  /// The positions at which membership changes, strictly ascending.
  private(set) var cuts: [Cut]

  /// Whether the set contains the points before the first cut.
  private(set) var startsInside: Bool

  /// The set of all points.
  static var all: Self { Self(cuts: [], startsInside: true) }

  /// The set without points.
  static var none: Self { Self(cuts: [], startsInside: false) }

  /// Returns the set of the points above a cut.
  static func above(_ cut: Cut) -> Self { Self(cuts: [cut], startsInside: false) }

  /// Returns the set of the points below a cut.
  static func below(_ cut: Cut) -> Self { Self(cuts: [cut], startsInside: true) }

  /// Returns the set of the points between two cuts. Empty if `lower` is not below `upper`.
  static func between(_ lower: Cut, _ upper: Cut) -> Self {
    lower < upper ? Self(cuts: [lower, upper], startsInside: false) : .none
  }

  var isEmpty: Bool { cuts.isEmpty && !startsInside }

  /// The intervals in ascending order. An interval with a `nil` bound is unbounded on that side.
  var intervals: [(lower: Cut?, upper: Cut?)] {
    var ends: [Cut?] = startsInside ? [nil] : []
    ends += cuts
    if ends.count % 2 == 1 { ends.append(nil) }
    return stride(from: 0, to: ends.count, by: 2).map { (ends[$0], ends[$0 + 1]) }
  }

  func contains(_ point: Bound) -> Bool {
    // Membership changes at each cut below the point, so an odd number of such cuts inverts
    // `startsInside`.
    let count = cuts.partitionPoint { $0.isAfter ? $0.bound >= point : $0.bound > point }
    return startsInside != (count % 2 == 1)
  }

  var complement: Self { Self(cuts: cuts, startsInside: !startsInside) }

  func union(_ other: Self) -> Self { combined(with: other) { $0 || $1 } }
  func intersection(_ other: Self) -> Self { combined(with: other) { $0 && $1 } }
  func subtracting(_ other: Self) -> Self { combined(with: other) { $0 && !$1 } }

  func isSubset(of other: Self) -> Bool { !holdsAnywhere(other) { $0 && !$1 } }
  func isDisjoint(with other: Self) -> Bool { !holdsAnywhere(other) { $0 && $1 } }

  /// Returns the set of the points for which `rule` returns true.
  ///
  /// - Parameters:
  ///   - other: Another set.
  ///   - rule: A function of the membership of a point in this set and in `other`.
  private func combined(with other: Self, by rule: (Bool, Bool) -> Bool) -> Self {
    var result = Self(cuts: [], startsInside: rule(startsInside, other.startsInside))
    var isInside = result.startsInside
    result.cuts.reserveCapacity(cuts.count + other.cuts.count)
    sweep(other) { cut, left, right in
      if rule(left, right) != isInside {
        isInside.toggle()
        result.cuts.append(cut)
      }
      return true
    }
    return result
  }

  /// Returns whether `rule` returns true for any point of the line.
  ///
  /// - Parameters:
  ///   - other: Another set.
  ///   - rule: A function of the membership of a point in this set and in `other`.
  private func holdsAnywhere(_ other: Self, where rule: (Bool, Bool) -> Bool) -> Bool {
    if rule(startsInside, other.startsInside) { return true }
    var found = false
    sweep(other) { _, left, right in
      found = rule(left, right)
      return !found
    }
    return found
  }

  /// Visits each distinct cut of the two sets in ascending order, until `visit` returns false.
  ///
  /// - Parameters:
  ///   - other: Another set.
  ///   - visit: Receives a cut, and the membership in this set and in `other` of the points between
  ///     that cut and the next one.
  private func sweep(_ other: Self, visit: (Cut, _ left: Bool, _ right: Bool) -> Bool) {
    var left = (index: 0, isInside: startsInside)
    var right = (index: 0, isInside: other.startsInside)
    while left.index < cuts.count || right.index < other.cuts.count {
      let isLeftDone = left.index == cuts.count
      let isRightDone = right.index == other.cuts.count
      let takesLeft = isRightDone || (!isLeftDone && !(other.cuts[right.index] < cuts[left.index]))
      let takesRight = isLeftDone || (!isRightDone && !(cuts[left.index] < other.cuts[right.index]))
      let cut = takesLeft ? cuts[left.index] : other.cuts[right.index]
      if takesLeft { left = (left.index + 1, !left.isInside) }
      if takesRight { right = (right.index + 1, !right.isInside) }
      guard visit(cut, left.isInside, right.isInside) else { return }
    }
  }
}
