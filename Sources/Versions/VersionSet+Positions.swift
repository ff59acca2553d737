extension VersionSet {
  /// Where the members stand in `ascending`, a sorted list without duplicates: index ranges,
  /// ascending, not touching. It takes a bisection for each end of an interval.
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
  /// How many elements lie before a cut, given that the first `start` do.
  fileprivate func count(before cut: IntervalSet<Version>.Cut, from start: Int) -> Int {
    self[start...].partitionPoint { cut.isAfter ? $0 > cut.bound : $0 >= cut.bound }
  }
}
