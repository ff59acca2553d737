/// Words of a text, to find one that stands for the second time.
struct WordSet {
  private var words: [Range<Int>] = []
  /// A bit for some of the bits of each word (a Bloom filter with one hash): most words are new, and that shows here.
  private var filter = [UInt64](repeating: 0, count: 16)

  init() {
    words.reserveCapacity(64)
  }

  /// Takes a word of `text`. Returns false where it was taken before.
  mutating func insert(_ word: Range<Int>, of text: Span<UInt8>) -> Bool {
    let hash = Self.hash(of: word, in: text)
    let place = Int(hash >> 60)
    let bit = UInt64(1) << (hash >> 54 & 63)
    if filter[place] & bit != 0 {
      let bytes = text.copy(word)
      for other in words where text.matches(other, bytes) { return false }
    }
    filter[place] |= bit
    words.append(word)
    return true
  }

  private static func hash(of word: Range<Int>, in text: Span<UInt8>) -> UInt64 {
    // Names differ at their ends, mostly.
    let last = text.head(at: max(word.upperBound - 8, word.lowerBound), count: min(word.count, 8))
    return (last ^ UInt64(word.count)) &* 0x9e37_79b9_7f4a_7c15
  }
}
