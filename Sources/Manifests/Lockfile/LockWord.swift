/// The first word of a known line of a lock. Words sort in the order of their lines.
struct LockWord: Hashable, Comparable, Sendable {
  /// The index of the word in ``texts``.
  private let rank: Int

  static let lockfile = LockWord(rank: 0)
  static let platforms = LockWord(rank: 1)
  static let registry = LockWord(rank: 2)
  static let tool = LockWord(row: 0)

  /// All words in the order of their lines: those before the stanzas, then those in stanzas.
  private static let texts = ["lockfile", "platforms", "registry"] + StanzaLine.table.map(\.word)
  /// The words of ``texts``, each packed into a number.
  private static let letters = texts.map { packed(Array($0.utf8), 0..<$0.utf8.count) }

  private init(rank: Int) { self.rank = rank }

  /// Creates the word of the row at this index of ``StanzaLine/table``.
  init(row: Int) {
    rank = row + 3
  }

  /// Creates the word with this spelling, or returns `nil` if the word is unknown.
  init?(_ bytes: [UInt8], _ word: Range<Int>) {
    // A lock may have thousands of lines, and comparing packed words is fast. The search runs
    // backward because the most frequent words are last. Words of more than eight letters pack to
    // 0, so they are compared byte by byte.
    let letters = packed(bytes, word)
    let rank =
      letters == 0
      ? Self.texts.firstIndex { bytes[word].elementsEqual($0.utf8) }
      : Self.letters.lastIndex(of: letters)
    guard let rank else { return nil }
    self.rank = rank
  }

  /// The index of the row of ``StanzaLine/table`` with this word, or `nil` if the word begins a
  /// line before the stanzas.
  var row: Int? { rank < 3 ? nil : rank - 3 }

  var text: String { Self.texts[rank] }

  static func < (left: LockWord, right: LockWord) -> Bool { left.rank < right.rank }
}
