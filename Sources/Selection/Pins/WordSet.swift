/// Words of a text, to find one that stands for the second time.
struct WordSet {
  private var words: [Range<Int>] = []
  /// A hash table with open addressing: for each place nothing (0), or the number of a word, counted from 1.
  private var places: [UInt16]
  private let bits: Int

  /// - Parameter byteCount: of the text. A line has four bytes at least, so that half of the places stay free.
  init(forTextOf byteCount: Int) {
    bits = Int.bitWidth - (max(byteCount, 64) / 2).leadingZeroBitCount
    places = [UInt16](repeating: 0, count: 1 << bits)
    words.reserveCapacity(64)
  }

  /// Takes a word of `text`. Returns false where it was taken before.
  mutating func insert(_ word: Range<Int>, of text: Span<UInt8>) -> Bool {
    var place = hash(of: word, in: text)
    while places[place] != 0 {
      let other = words[Int(places[place]) - 1]
      if Self.isSame(word, other, in: text) { return false }
      place = (place + 1) & (places.count - 1)
    }
    words.append(word)
    places[place] = UInt16(words.count)
    return true
  }

  private static func isSame(_ word: Range<Int>, _ other: Range<Int>, in text: Span<UInt8>) -> Bool
  {
    guard word.count == other.count else { return false }
    for offset in 0..<word.count
    where text[word.lowerBound + offset] != text[other.lowerBound + offset] {
      return false
    }
    return true
  }

  private func hash(of word: Range<Int>, in text: Span<UInt8>) -> Int {
    // Names differ at their ends, mostly.
    let last = text.head(at: max(word.upperBound - 8, word.lowerBound), count: min(word.count, 8))
    // The highest bits are those in which all bytes of the word have come together.
    let mixed = (last ^ UInt64(word.count)) &* 0x9e37_79b9_7f4a_7c15
    return Int(mixed >> UInt64(64 - bits))
  }
}
