extension VersionSet {
  /// Returns the index ranges of the members in `ascending`, in order and not touching.
  ///
  /// Takes one bisection for each end of an interval.
  ///
  /// - Parameter ascending: A sorted list without duplicates.
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
