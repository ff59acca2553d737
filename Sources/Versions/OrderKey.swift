/// A builder of text whose byte order is the order of versions.
///
/// Each scheme encodes a version as a key once, when it parses the version. Versions are then
/// compared and hashed as one short ASCII string. (Swift stores up to 15 such bytes inline and
/// compares them as two integers. Few versions need more.)
///
/// A key is a sequence of numerals and marks. Marks below ``numeralBase`` sort before every
/// numeral, and marks from ``Mark/name`` on sort after every numeral. No complete key is a prefix
/// of another one, so ``Mark/floor`` and ``Mark/ceiling`` can form bounds before and after all
/// keys with a common prefix.
struct OrderKey {
  /// A single byte with a special meaning. Of two keys that first differ in a mark, the one with
  /// the smaller raw value comes first.
  enum Mark: UInt8 {
    /// Precedes all keys with the same prefix.
    case floor = 0x01
    /// RubyGems and PEP 440: the start of a word, such as `rc`.
    case word = 0x02
    /// RubyGems: the start of a word preceded by zeros. The number of zeros follows.
    case wordAfterZeros = 0x03
    /// SemVer: the start of a prerelease.
    case prerelease = 0x04
    /// The end of a part of the version, where other versions may have a further segment.
    case end = 0x05
    /// The start of the build of a version (``BuildLabel``), which follows the version without it.
    case build = 0x06
    /// SemVer: an identifier with a letter, which sorts after every number.
    case name = 0x78
    /// PEP 440: the absence of a development release, which sorts after every development release.
    case notInDevelopment = 0x79
    /// Follows all keys with the same prefix.
    case ceiling = 0x7F
  }

  /// The first byte of a numeral of fewer than 64 digits is this value plus the count of digits.
  private static let numeralBase: UInt8 = 0x08

  /// The first byte of a longer numeral is this value plus the count of digits divided by 64. The
  /// second byte is ``numeralBase`` plus the remainder.
  private static let longNumeralBase: UInt8 = 0x48

  private var bytes: [UInt8] = []

  /// The finished key.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ mark: Mark) { bytes.append(mark.rawValue) }

  /// Appends the count of digits, then the digits. The count comes first because numerals have no
  /// leading zeros, so one with more digits is larger.
  mutating func append(_ numeral: Numeral) {
    // A version has at most `Version.maximumByteCount` (256) digits, and the successor of a numeral
    // at most one more, so `count >> 6` is at most 4.
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

  /// Appends a mark and a word of printable ASCII, terminated by 0x01. That byte precedes every
  /// byte of a word, so `a` precedes `ab`.
  mutating func append(_ mark: Mark, word: String) {
    append(mark)
    bytes += word.utf8
    bytes.append(0x01)
  }
}
