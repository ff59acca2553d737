/// Lines at the foot of a terminal that are drawn over and over: each frame is one write, so nothing flickers.
package struct LiveRegion: Sendable {
  /// The characters in each line of the last frame.
  private var lengths: [Int] = []

  package init() {}

  /// The text that replaces the last frame with `lines` (ECMA-48: cursor up, erase to the end of the line and of the screen).
  ///
  /// - Parameters:
  ///   - lines: each fits into `columns`.
  ///   - columns: of the terminal now. It may have become narrower: then it has broken the lines that stand there.
  package mutating func frame(_ lines: [String], columns: Int) -> String {
    let back = back(columns)
    let body = lines.map { "\u{1b}[K" + $0 + "\n" }.joined()
    let isShorter = lines.count < rows(columns)
    lengths = lines.map(\.count)
    return back + body + (isShorter ? "\u{1b}[J" : "")
  }

  /// The text that takes the last frame away.
  package mutating func clear(columns: Int) -> String {
    defer { lengths = [] }
    return lengths.isEmpty ? "" : back(columns) + "\u{1b}[J"
  }

  private func back(_ columns: Int) -> String {
    lengths.isEmpty ? "" : "\r\u{1b}[\(rows(columns))A"
  }

  /// How many rows the last frame takes now.
  private func rows(_ columns: Int) -> Int {
    lengths.reduce(0) { $0 + max(1, ($1 + columns - 1) / max(1, columns)) }
  }
}
