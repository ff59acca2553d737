extension RandomAccessCollection where Index == Int {
  /// The first index whose element meets a condition that holds for all elements after it.
  @inlinable
  package func partitionPoint(where isFulfilled: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isFulfilled(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
