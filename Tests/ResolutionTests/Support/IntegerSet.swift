import Resolution

/// A set of versions for tests, in which a version is an integer.
///
/// The set is stored as the integers at which membership changes, so equal sets are equal values.
struct IntegerSet: VersionSetAlgebra {
  /// The integers whose membership differs from that of the integer before, in ascending order.
  private let cuts: [Int]

  /// Whether the set contains the integers below the first cut.
  private let startsInside: Bool

  private init(cuts: [Int], startsInside: Bool) {
    self.cuts = cuts
    self.startsInside = startsInside
  }

  static let empty = IntegerSet(cuts: [], startsInside: false)
  static let all = IntegerSet(cuts: [], startsInside: true)

  init(only version: Int) { self.init(from: version, upTo: version + 1) }

  init(from lower: Int?, upTo upper: Int?) {
    if let lower, let upper, lower >= upper {
      self = .empty
    } else {
      self.init(cuts: [lower, upper].compactMap(\.self), startsInside: lower == nil)
    }
  }

  /// Creates the set of the integers in a range.
  init(_ range: ClosedRange<Int>) {
    self.init(from: range.lowerBound, upTo: range.upperBound + 1)
  }

  var isEmpty: Bool { self == .empty }
  var complement: IntegerSet { IntegerSet(cuts: cuts, startsInside: !startsInside) }

  func contains(_ version: Int) -> Bool {
    startsInside != !cuts.count { $0 <= version }.isMultiple(of: 2)
  }

  func union(_ other: IntegerSet) -> IntegerSet { merged(other) { $0 || $1 } }
  func intersection(_ other: IntegerSet) -> IntegerSet { merged(other) { $0 && $1 } }
  func isSubset(of other: IntegerSet) -> Bool { merged(other) { $0 && !$1 }.isEmpty }
  func isDisjoint(with other: IntegerSet) -> Bool { intersection(other).isEmpty }

  /// Returns the set of the integers for which `rule` returns true.
  ///
  /// - Parameters:
  ///   - other: Another set.
  ///   - rule: A function of the membership of an integer in this set and in `other`.
  private func merged(_ other: IntegerSet, _ rule: (Bool, Bool) -> Bool) -> IntegerSet {
    let start = rule(startsInside, other.startsInside)
    var isInside = start
    var result: [Int] = []
    var (left, right) = (0, 0)
    while left < cuts.count || right < other.cuts.count {
      let here = min(
        left < cuts.count ? cuts[left] : .max, right < other.cuts.count ? other.cuts[right] : .max)
      if left < cuts.count, cuts[left] == here { left += 1 }
      if right < other.cuts.count, other.cuts[right] == here { right += 1 }
      let next = rule(
        startsInside != !left.isMultiple(of: 2), other.startsInside != !right.isMultiple(of: 2))
      if next != isInside { result.append(here) }
      isInside = next
    }
    return IntegerSet(cuts: result, startsInside: start)
  }
}

extension IntegerSet: CustomStringConvertible {
  /// The set in the syntax of requirements: `>= 1, < 3 or = 5`, `any`, or `none`.
  var description: String {
    if isEmpty { return "none" }
    var ends = (startsInside ? [nil] : []) + cuts.map(Optional.some)
    if !ends.count.isMultiple(of: 2) { ends.append(nil) }
    let parts = stride(from: 0, to: ends.count, by: 2).map { index in
      switch (ends[index], ends[index + 1]) {
      case (nil, nil): "any"
      case (let lower?, nil): ">= \(lower)"
      case (nil, let upper?): "< \(upper)"
      case (let lower?, let upper?): lower + 1 == upper ? "= \(lower)" : ">= \(lower), < \(upper)"
      }
    }
    return parts.joined(separator: " or ")
  }
}
