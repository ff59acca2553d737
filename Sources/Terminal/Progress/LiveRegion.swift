/// Lines at the foot of a terminal that are drawn over and over: each frame is one write, so nothing flickers.
package struct LiveRegion: Sendable {
  private var height = 0

  package init() {}

  /// The text that replaces the last frame with `lines` (ECMA-48: cursor up, erase to the end of the line and of the screen).
  ///
  /// Each line must fit the width of the terminal, or the count of rows to go back would be wrong.
  package mutating func frame(_ lines: [String]) -> String {
    let body = lines.map { "\u{1b}[K" + $0 + "\n" }.joined()
    defer { height = lines.count }
    return back + body + (lines.count < height ? "\u{1b}[J" : "")
  }

  /// The text that takes the last frame away.
  package mutating func clear() -> String {
    defer { height = 0 }
    return height == 0 ? "" : back + "\u{1b}[J"
  }

  private var back: String { height == 0 ? "" : "\r\u{1b}[\(height)A" }
}
