extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that meets a condition, or `endIndex` if none does, by
  /// bisection.
  ///
  /// - Parameter predicate: Returns whether an element meets the condition. If an element meets the
  ///   condition, all later elements must meet it too.
  @inlinable
  package func partitionPoint(where predicate: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
