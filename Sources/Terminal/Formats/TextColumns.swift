/// Measures the width of text on a terminal.
enum TextColumns {
  /// The characters that take two columns: East Asian characters of Unicode's width classes W and
  /// F, and emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD,
  ]

  /// Returns the number of columns of a text, which must not contain control characters. Combining
  /// marks take no column.
  static func count(_ text: String) -> Int {
    text.utf8.count == text.count ? text.count : text.reduce(0) { $0 + count($1) }
  }

  private static func count(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first, scalar.value >= 0x1100 else { return 1 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// Returns the longest prefix of a text that takes at most `width` columns.
  static func prefix(_ text: String, _ width: Int) -> String {
    var rest = width
    return String(
      text.prefix { character in
        rest -= count(character)
        return rest >= 0
      })
  }

  /// Returns a text padded with trailing spaces to at least `width` columns.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - count(text)))
  }
}
