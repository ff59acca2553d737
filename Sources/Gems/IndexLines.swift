/// The lines of an index page below its header, without line endings.
struct IndexLines {
  private let bytes: [UInt8]
  private var start: Int

  /// The number of the latest line, counted from 1.
  private(set) var number: Int

  /// Whether the latest line has a line ending. If not, the page may be truncated.
  private(set) var isComplete = true

  /// Creates the lines of a page, and skips its header, which ends with `---`.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    start = 0
    number = 0
    // A header is short, so only the start of the page is searched for it.
    while number < 100, let line = next() {
      if line.elementsEqual("---".utf8) { return }
    }
    start = 0
    number = 0
  }

  /// Whether the page is HTML or similar markup, such as a proxy's error page.
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
