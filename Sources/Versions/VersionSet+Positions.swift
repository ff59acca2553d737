extension VersionSet {
  /// Returns the ranges of indices whose elements are in the set, with one bisection for each bound
  /// of an interval.
  ///
  /// - Parameter ascending: A list of versions in ascending order, without duplicates.
  /// - Returns: Nonempty ranges in ascending order, with a gap before each range but the first.
  package func positions(in ascending: [Version]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (lower, upper) in intervals.intervals {
      let start = lower.map { ascending.count(before: $0, from: ranges.last?.upperBound ?? 0) } ?? 0
      let end = upper.map { ascending.count(before: $0, from: start) } ?? ascending.count
      if start == end { continue }
      if let last = ranges.last, last.upperBound == start {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(start..<end)
      }
    }
    return ranges
  }
}

extension [Version] {
  /// Returns the number of elements before a cut, given that the first `start` are.
  fileprivate func count(before cut: IntervalSet<Version>.Cut, from start: Int) -> Int {
    self[start...].partitionPoint { cut.isAfter ? $0 > cut.bound : $0 >= cut.bound }
  }
}
