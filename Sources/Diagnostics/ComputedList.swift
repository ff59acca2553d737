/// A list whose elements are computed each time they are read.
///
/// Most elements of a very long list, such as a proof of thousands of steps, are never read.
package struct ComputedList<Element: Hashable & Sendable>: RandomAccessCollection, Hashable,
  Sendable
{
  private let elements: @Sendable (Int) -> Element
  package let count: Int

  /// Creates a list of `count` elements. `element` returns the one at an index.
  package init(count: Int, _ element: @escaping @Sendable (Int) -> Element) {
    self.count = count
    elements = element
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }
  package subscript(index: Int) -> Element { elements(index) }

  package static func == (left: ComputedList, right: ComputedList) -> Bool {
    left.elementsEqual(right)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
