import Testing

@testable import Resolution

@Suite struct ReleaseSetTests {
  /// Indices on both sides of the boundaries between 64-bit words.
  private static let sampleIndices = [0, 1, 62, 63, 64, 65, 127, 128]

  /// All 256 subsets of `sampleIndices`.
  private static let sets = (0..<256).map { bits in
    Set(sampleIndices.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element))
  }

  @Test func `a set contains exactly its members`() {
    for members in Self.sets {
      let set = ReleaseSet(members)
      #expect(set.count == members.count)
      #expect(set.isEmpty == members.isEmpty)
      #expect(set.last == members.max())
      #expect((0..<200).allSatisfy { set.contains($0) == members.contains($0) })
      #expect(set.ranges.flatMap { Array($0) } == members.sorted())
      #expect(ReleaseSet(set.ranges) == set)
      #expect(zip(set.ranges, set.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    }
  }

  @Test func `operations agree with set algebra, and equal sets are equal`() {
    for left in Self.sets {
      let first = ReleaseSet(left)
      for right in Self.sets {
        let second = ReleaseSet(right)
        let isRight =
          first.union(second) == ReleaseSet(left.union(right))
          && first.intersection(second) == ReleaseSet(left.intersection(right))
          && first.subtracting(second) == ReleaseSet(left.subtracting(right))
          && first.isSubset(of: second) == left.isSubset(of: right)
          && first.isDisjoint(with: second) == left.isDisjoint(with: right)
          && (first == second) == (left == right)
        #expect(isRight, "\(left.sorted()) and \(right.sorted())")
      }
    }
  }

  @Test func `the first word determines a set without further words`() {
    for members in Self.sets {
      let set = ReleaseSet(members)
      #expect(set.isFirstWordOnly == members.allSatisfy { $0 < 64 })
      for other in [set, set.complement] where set.isFirstWordOnly {
        let same = ReleaseSet(firstWord: other.firstWord, isUnbounded: other.isUnbounded)
        #expect(same == other)
      }
    }
    #expect(ReleaseSet(only: 70) == ReleaseSet([70..<71]))
  }

  @Test func `runs across word boundaries form one range`() {
    #expect(ReleaseSet([3..<200]).ranges == [3..<200])
    #expect(ReleaseSet([0..<64, 64..<128]).ranges == [0..<128])
    #expect(ReleaseSet([3..<200]).subtracting(ReleaseSet([64..<200])).ranges == [3..<64])
  }
}

extension ReleaseSet {
  /// Creates the set of the releases at the indices in `members`.
  fileprivate init(_ members: Set<Int>) { self.init(members.map { $0..<$0 + 1 }) }
}
