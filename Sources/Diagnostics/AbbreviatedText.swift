/// Returns a word of a file or an archive in backticks. A long word is cut in the middle, and its
/// length in bytes is stated.
package func abbreviated(_ text: String) -> String {
  guard let short = AbbreviatedText(text) else { return "`\(text)`" }
  return "`\(short.start)…\(short.end)` (\(short.byteCount) bytes)"
}

/// The start, end, and length of a text that is too long to be shown.
package struct AbbreviatedText: Hashable, Sendable {
  package let start: String
  package let end: String
  package let byteCount: Int

  /// The maximum number of Unicode scalars of a text that is shown whole.
  private static let limit = 60

  /// Abbreviates a text, or returns `nil` if it can be shown whole.
  package init?(_ text: String) {
    // Counting the scalars of a long text would take longer than this.
    let start = text.unicodeScalars.prefix(Self.limit + 1)
    if start.count <= Self.limit { return nil }
    self.start = String(start.prefix(38))
    end = String(text.unicodeScalars.suffix(20))
    byteCount = text.utf8.count
  }
}

/// Returns a noun after its indefinite article: `an executable`, `a tool`.
package func withArticle(_ noun: String) -> String {
  // The name of the format xz begins with the sound of a vowel.
  return noun.first.map("aeiox".contains) ?? false ? "an \(noun)" : "a \(noun)"
}
