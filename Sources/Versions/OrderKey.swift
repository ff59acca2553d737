/// Builds text whose byte order is the order of versions.
///
/// Each scheme encodes a version as a key once, when it parses the version. Comparing, equating
/// and hashing versions then operate on one short ASCII string. (Swift stores up to 15 such bytes
/// inline and compares them as two integers; few versions need more.)
///
/// A key is a sequence of numerals and marks. Marks below ``numeralBase`` sort before every
/// numeral; marks from ``name`` on sort after. No complete key is a prefix of another one. This
/// leaves room for bounds before (``floor``) and after (``ceiling``) all keys with a common prefix.
struct OrderKey {
  /// A mark of one byte. At the same position of two keys, the raw value determines the order.
  enum Mark: UInt8 {
    /// Precedes all keys with the same prefix.
    case floor = 0x01
    /// RubyGems and PEP 440: a word.
    case word = 0x02
    /// RubyGems: a word preceded by zeros.
    case wordAfterZeros = 0x03
    /// SemVer: the start of a prerelease.
    case prerelease = 0x04
    /// The end of a part that other versions continue.
    case end = 0x05
    /// SemVer: an identifier with a letter, which follows every number.
    case name = 0x78
    /// PEP 440: the absence of a development release, which follows every development release.
    case notInDevelopment = 0x79
    /// Follows all keys with the same prefix.
    case ceiling = 0x7F
  }

  /// Starts a numeral of fewer than 64 digits, after adding their count.
  private static let numeralBase: UInt8 = 0x08

  /// Starts a longer numeral, after adding the upper bits of the count of digits.
  private static let longNumeralBase: UInt8 = 0x48

  private var bytes: [UInt8] = []

  /// The finished key.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ mark: Mark) { bytes.append(mark.rawValue) }

  /// Appends the count of digits, then the digits: without leading zeros, more digits mean a
  /// larger number.
  mutating func append(_ numeral: Numeral) {
    // The count is at most `Version.maximumByteCount`, and therefore fits in nine bits.
    let count = numeral.digits.utf8.count
    if count < 0x40 {
      bytes.append(Self.numeralBase + UInt8(count))
    } else {
      bytes.append(Self.longNumeralBase + UInt8(count >> 6))
      bytes.append(Self.numeralBase + UInt8(count & 0x3F))
    }
    bytes += numeral.digits.utf8
  }

  /// Appends the numbers of a release without trailing zeros.
  mutating func append(release: [Numeral]) {
    for numeral in release.significant { append(numeral) }
  }

  /// Appends a word of printable ASCII, terminated by a byte that occurs in no word, so that `a`
  /// precedes `ab`.
  mutating func append(_ mark: Mark, word: String) {
    append(mark)
    bytes += word.utf8
    bytes.append(0x01)
  }
}
