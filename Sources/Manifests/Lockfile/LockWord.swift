/// The first word of a known line of a lock. Words compare in the order of the lines.
struct LockWord: Hashable, Comparable, Sendable {
  /// The index of the word in ``texts``.
  private let place: Int

  static let lockfile = LockWord(place: 0)
  static let platforms = LockWord(place: 1)
  static let tool = LockWord(row: 0)

  /// All words in the order of the lines: two of the head, then those of ``StanzaLine/table``.
  private static let texts = ["lockfile", "platforms"] + StanzaLine.table.map(\.word)
  /// The words of ``texts``, each packed into a number.
  private static let letters = texts.map { packed(Array($0.utf8), 0..<$0.utf8.count) }

  private init(place: Int) { self.place = place }

  /// Creates the word of the row at this index of ``StanzaLine/table``.
  init(row: Int) {
    place = row + 2
  }

  /// Creates the word with this spelling, or returns `nil` if the word is unknown.
  init?(_ bytes: [UInt8], _ word: Range<Int>) {
    // A lock may have thousands of lines, and comparing packed words is fast. The search runs
    // backward because the most frequent words are last. Words of more than eight letters pack to
    // 0, so they are compared byte by byte.
    let letters = packed(bytes, word)
    let place =
      letters == 0
      ? Self.texts.firstIndex { bytes[word].elementsEqual($0.utf8) }
      : Self.letters.lastIndex(of: letters)
    guard let place else { return nil }
    self.place = place
  }

  /// The index of the row of ``StanzaLine/table`` with this word, or `nil` for a word of the head.
  var row: Int? { place < 2 ? nil : place - 2 }

  var text: String { Self.texts[place] }

  static func < (left: LockWord, right: LockWord) -> Bool { left.place < right.place }
}
