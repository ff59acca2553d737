/// The lines of a page of an index after its header, without their ends.
struct IndexLines {
  private let bytes: [UInt8]
  private var start: Int

  /// The number of the latest line, counted from 1.
  private(set) var number: Int

  /// Whether the latest line ends, rather than the page in the middle of it.
  private(set) var isComplete = true

  /// Creates the lines of a page, and passes over its header, which ends with `---`.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    start = 0
    number = 0
    // A header is short, and a page without one need not be searched completely.
    while number < 100, let line = next() {
      if line.elementsEqual("---".utf8) { return }
    }
    start = 0
    number = 0
  }

  /// Whether the page is HTML or the like, as a proxy sends it in place of the index.
  var isMarkup: Bool {
    bytes.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "<")
  }

  /// Returns the next line, or `nil` at the end of the page.
  mutating func next() -> ArraySlice<UInt8>? {
    guard start < bytes.endIndex else { return nil }
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
    let line = bytes[start..<(end ?? bytes.endIndex)]
    number += 1
    isComplete = end != nil
    start = end.map { $0 + 1 } ?? bytes.endIndex
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}
