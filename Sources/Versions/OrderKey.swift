/// Builds the text whose byte order is the order of versions.
///
/// Each scheme writes a version as a key once, when it is parsed; from then on to compare, to
/// equate and to hash are those of one short ASCII string. (Swift keeps up to 15 such bytes inside
/// the value and compares them as two integers, and few versions need more.)
///
/// A key is a sequence of numerals and marks. Marks below ``numeralBase`` sort before every
/// numeral, marks from ``name`` on after. No complete key is the start of another one, so there
/// is room for bounds before (``floor``) and after (``ceiling``) all keys with a common start.
struct OrderKey {
  /// A mark of one byte. What stands at the same place of two keys decides by raw value.
  enum Mark: UInt8 {
    case floor = 0x01
    /// RubyGems: a word; then a word that zeros precede.
    case word = 0x02
    case wordAfterZeros = 0x03
    /// SemVer: a prerelease begins.
    case prerelease = 0x04
    case end = 0x05
    /// SemVer: an identifier with a letter, which follows every number.
    case name = 0x78
    /// PEP 440: no development release, which follows every development release.
    case notInDevelopment = 0x79
    case ceiling = 0x7F
  }

  private static let numeralBase: UInt8 = 0x08
  private static let longNumeralBase: UInt8 = 0x48

  private var bytes: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ mark: Mark) { bytes.append(mark.rawValue) }

  /// The count of digits, then the digits: a longer number without leading zeros is a larger one.
  mutating func append(_ numeral: Numeral) {
    // At most `Version.maximumByteCount`, so a count has no more than nine bits.
    let count = numeral.digits.utf8.count
    if count < 0x40 {
      bytes.append(Self.numeralBase + UInt8(count))
    } else {
      bytes.append(Self.longNumeralBase + UInt8(count >> 6))
      bytes.append(Self.numeralBase + UInt8(count & 0x3F))
    }
    bytes += numeral.digits.utf8
  }

  mutating func append(release: [Numeral]) {
    for numeral in release.significant { append(numeral) }
  }

  /// A word of printable ASCII, closed by a byte that none has, so that `a` precedes `ab`.
  mutating func append(_ mark: Mark, word: String) {
    append(mark)
    bytes += word.utf8
    bytes.append(0x01)
  }
}
