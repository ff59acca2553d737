/// The indices of the first and the last elements of a list whose middle is left out.
struct ListEnds {
  let first: Range<Int>
  let last: Range<Int>

  /// Whether nothing is left out.
  var isWhole: Bool { first.upperBound == last.lowerBound }

  /// The indices of all elements that are not left out.
  var indices: [Int] { Array(first) + Array(last) }

  /// Selects as many elements at either end as it takes to reach a size. Determines the sizes of no
  /// other elements.
  ///
  /// - Parameters:
  ///   - count: The number of elements of the list.
  ///   - size: The size to reach at either end.
  ///   - sizeOfElement: Returns the size of the element at an index.
  init(of count: Int, reaching size: Int, _ sizeOfElement: (Int) -> Int) {
    var end = 0
    var reached = 0
    while end < count, reached < size {
      reached += sizeOfElement(end)
      end += 1
    }
    var start = count
    reached = 0
    while start > end, reached < size {
      start -= 1
      reached += sizeOfElement(start)
    }
    first = 0..<end
    last = start..<count
  }
}
