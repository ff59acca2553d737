/// A set of the words of a text, for detecting repetitions.
struct WordSet {
  private var words: [Range<Int>] = []
  /// A hash table with open addressing. Each slot holds the number of a word, counted from 1, or
  /// 0 if it is free.
  private var slots: [UInt16]
  /// The base-2 logarithm of the number of slots.
  private let bits: Int

  /// Creates an empty set.
  ///
  /// - Parameter byteCount: The size of the text, in bytes. Each word is on a line of its own
  ///   with at least four bytes, so half of the slots stay free.
  init(forTextOf byteCount: Int) {
    bits = Int.bitWidth - (max(byteCount, 64) / 2).leadingZeroBitCount
    slots = [UInt16](repeating: 0, count: 1 << bits)
    words.reserveCapacity(64)
  }

  /// Adds a word of `text`, and returns false if the set already contains it.
  mutating func insert(_ word: Range<Int>, of text: Span<UInt8>) -> Bool {
    var slot = hash(of: word, in: text)
    while slots[slot] != 0 {
      let other = words[Int(slots[slot]) - 1]
      if Self.isSame(word, other, in: text) { return false }
      slot = (slot + 1) & (slots.count - 1)
    }
    words.append(word)
    slots[slot] = UInt16(words.count)
    return true
  }

  /// Returns whether both ranges of `text` contain the same bytes.
  private static func isSame(_ word: Range<Int>, _ other: Range<Int>, in text: Span<UInt8>) -> Bool
  {
    guard word.count == other.count else { return false }
    for offset in 0..<word.count
    where text[word.lowerBound + offset] != text[other.lowerBound + offset] {
      return false
    }
    return true
  }

  /// Returns the first slot to try for a word.
  private func hash(of word: Range<Int>, in text: Span<UInt8>) -> Int {
    // Most words differ in their last bytes, so hashing the last eight is enough.
    let last = text.head(at: max(word.upperBound - 8, word.lowerBound), count: min(word.count, 8))
    // The multiplication by 2^64 divided by the golden ratio mixes all bytes into the
    // highest bits.
    let mixed = (last ^ UInt64(word.count)) &* 0x9e37_79b9_7f4a_7c15
    return Int(mixed >> UInt64(64 - bits))
  }
}
