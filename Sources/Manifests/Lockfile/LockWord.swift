/// The first word of a known line of a lock, ordered as the lines are.
struct LockWord: Hashable, Comparable, Sendable {
  /// The rank of the word in the order of the lines.
  private let place: Int

  static let lockfile = LockWord(place: 0)
  static let platforms = LockWord(place: 1)
  static let tool = LockWord(row: 0)

  private static let texts = ["lockfile", "platforms"] + StanzaLine.table.map(\.word)
  private static let letters = texts.map { packed(Array($0.utf8), 0..<$0.utf8.count) }

  private init(place: Int) { self.place = place }

  /// Creates the word of a row of ``StanzaLine/table``.
  init(row: Int) {
    place = row + 2
  }

  /// Looks up a word of a lock; `nil` if it is unknown.
  init?(_ bytes: [UInt8], _ word: Range<Int>) {
    // Comparing packed letters is fast, which matters for thousands of lines. The search runs
    // backward because the most frequent words are last. Only words of more than eight letters
    // pack to 0.
    let letters = packed(bytes, word)
    let place =
      letters == 0
      ? Self.texts.firstIndex { bytes[word].elementsEqual($0.utf8) }
      : Self.letters.lastIndex(of: letters)
    guard let place else { return nil }
    self.place = place
  }

  /// The row of ``StanzaLine/table`` with this word; `nil` for a word that occurs outside stanzas.
  var row: Int? { place < 2 ? nil : place - 2 }

  var text: String { Self.texts[place] }

  static func < (left: LockWord, right: LockWord) -> Bool { left.place < right.place }
}
