import Testing

@testable import Versions

/// The laws of set algebra, tested on every set whose intervals end at three bounds. A set is
/// identified by its members among seven points: the bounds, one point between each pair of
/// adjacent bounds, and one beyond each end.
struct IntervalSetTests {
  private typealias Ints = IntervalSet<Int>

  /// The bounds at which intervals end.
  private static let bounds = [10, 20, 30]

  /// The bounds, one point between each pair of adjacent bounds, and one beyond each end.
  private static let points = [5, 10, 15, 20, 25, 30, 35]

  /// All unions of bounds and of open intervals between and outside the bounds: one set for each
  /// subset of `points`.
  private static let universe: [Ints] = (0..<(1 << points.count)).map { mask in
    points.indices.filter { mask >> $0 & 1 == 1 }.reduce(Ints.none) { set, index in
      let lower: Ints =
        index == 0
        ? .all
        : .above(index % 2 == 1 ? .before(points[index]) : .after(points[index - 1]))
      let upper: Ints =
        index == points.count - 1
        ? .all
        : .below(index % 2 == 1 ? .after(points[index]) : .before(points[index + 1]))
      return set.union(lower.intersection(upper))
    }
  }

  /// Returns the elements of `points` that are in a set.
  private static func members(_ set: Ints) -> Set<Int> { Set(points.filter(set.contains)) }

  @Test func `each subset of the points is a distinct set`() {
    #expect(Self.universe.count == 128)
    #expect(Set(Self.universe).count == 128)
    #expect(Set(Self.universe.map(Self.members)).count == 128)
    for set in Self.universe {
      #expect(zip(set.cuts, set.cuts.dropFirst()).allSatisfy { $0 < $1 })
      #expect(set.isEmpty == Self.members(set).isEmpty)
      #expect(set.complement.complement == set)
      #expect(Self.members(set.complement) == Set(Self.points).subtracting(Self.members(set)))
      #expect(set.union(set.complement) == .all)
      #expect(set.intersection(set.complement) == .none)
    }
  }

  @Test func `operations on any two sets agree with those on their points`() {
    let members = Self.universe.map(Self.members)
    var pairs = 0
    for (left, leftMembers) in zip(Self.universe, members) {
      for (right, rightMembers) in zip(Self.universe, members) {
        pairs += 1
        guard Self.members(left.union(right)) == leftMembers.union(rightMembers),
          Self.members(left.intersection(right)) == leftMembers.intersection(rightMembers),
          Self.members(left.subtracting(right)) == leftMembers.subtracting(rightMembers),
          left.isSubset(of: right) == leftMembers.isSubset(of: rightMembers),
          left.isDisjoint(with: right) == leftMembers.isDisjoint(with: rightMembers),
          left.union(right) == right.union(left),
          left.union(right).complement == left.complement.intersection(right.complement),
          left.subtracting(right) == left.intersection(right.complement),
          (left == right) == (leftMembers == rightMembers)
        else {
          Issue.record("\(leftMembers.sorted()) and \(rightMembers.sorted())")
          continue
        }
      }
    }
    print("interval sets: \(pairs) pairs")
  }

  @Test func `operations on three sets are associative and distributive`() {
    // Every fifth set, which still covers all kinds of ends. All 128³ combinations take minutes.
    let sets = stride(from: 0, to: 128, by: 5).map { Self.universe[$0] }
    for first in sets {
      for second in sets {
        for third in sets {
          let distributes =
            first.intersection(second.union(third))
            == first.intersection(second).union(first.intersection(third))
          let associates =
            first.union(second).union(third) == first.union(second.union(third))
          if !distributes || !associates { Issue.record("\(first), \(second), \(third)") }
        }
      }
    }
  }

  @Test func `an interval that ends before it starts is empty`() {
    #expect(Ints.between(.after(1), .before(1)).isEmpty)
    #expect(Ints.between(.after(1), .after(1)).isEmpty)
    #expect(Ints.between(.before(2), .after(1)).isEmpty)
    #expect(!Ints.between(.after(1), .before(2)).isEmpty)
  }
}
