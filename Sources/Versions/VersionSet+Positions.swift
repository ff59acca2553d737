extension VersionSet {
  /// Returns the ranges of indices whose elements are in the set, with one bisection for each bound
  /// of an interval.
  ///
  /// - Parameter ascending: A list of versions in ascending order, without duplicates.
  /// - Returns: Nonempty ranges in ascending order, with a gap before each range but the first.
  package func positions(in ascending: [Version]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    /// Adds a range that does not begin before the end of the last one.
    func append(_ start: Int, _ end: Int) {
      if start == end { return }
      if let last = ranges.last, last.upperBound == start {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(start..<end)
      }
    }
    var start: Int? = intervals.startsInside ? 0 : nil
    var count = 0
    for cut in intervals.cuts {
      count = ascending.count(before: cut, from: count)
      if let first = start { append(first, count) }
      start = start == nil ? count : nil
    }
    if let start { append(start, ascending.count) }
    return ranges
  }
}

extension [Version] {
  /// Returns the number of elements before a cut, given that the first `start` are.
  fileprivate func count(before cut: IntervalSet<Version>.Cut, from start: Int) -> Int {
    self[start...].partitionPoint { cut.isAfter ? $0 > cut.bound : $0 >= cut.bound }
  }
}
