/// Lines at the bottom of a terminal that are redrawn in place. Each frame is one write, so nothing
/// flickers.
package struct LiveRegion: Sendable {
  /// The width of each line of the last frame, in columns.
  private var lengths: [Int] = []

  /// Creates an empty region.
  package init() {}

  /// Returns the text that replaces the last frame with `lines` (ECMA-48: cursor up, erase to the
  /// end of the line and of the screen).
  ///
  /// - Parameters:
  ///   - lines: The new lines, each at most `columns` wide.
  ///   - columns: The current width of the terminal. If it has become narrower, the terminal has
  ///     wrapped the lines of the last frame.
  package mutating func frame(_ lines: [String], columns: Int) -> String {
    let back = back(columns)
    let body = lines.map { "\u{1b}[K" + $0 + "\n" }.joined()
    let isShorter = lines.count < rows(columns)
    lengths = lines.map(TextColumns.count)
    return back + body + (isShorter ? "\u{1b}[J" : "")
  }

  /// Returns the text that erases the last frame.
  package mutating func clear(columns: Int) -> String {
    defer { lengths = [] }
    return lengths.isEmpty ? "" : back(columns) + "\u{1b}[J"
  }

  private func back(_ columns: Int) -> String {
    lengths.isEmpty ? "" : "\r\u{1b}[\(rows(columns))A"
  }

  /// Returns the number of rows that the last frame occupies at the current width.
  private func rows(_ columns: Int) -> Int {
    lengths.reduce(0) { $0 + max(1, ($1 + columns - 1) / max(1, columns)) }
  }
}
