extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element meets a condition, by bisection.
  ///
  /// - Parameter isFulfilled: A condition that, if an element meets it, is met by all elements
  ///   after it.
  /// - Returns: `endIndex` if no element meets the condition.
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
