/// The identity of the contents of an installation: 40 lowercase hexadecimal digits.
///
/// The digits are the first 40 of the SHA-256 digest of the canonical text that
/// ``InstallationContent`` describes. Paths, locks, receipts, and comparisons use all of them. Only
/// text for people may show ``abbreviated`` instead.
package struct ContentID: Hashable, Sendable {
  /// The number of digits.
  package static let digitCount = 40

  // A lock has one id for each artifact, and ids are dictionary keys. Integers instead of an array
  // need no allocation and are fast to hash.
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  /// Creates an id from the first 160 bits of `digest`.
  package init(startOf digest: SHA256Digest) {
    let words = digest.leadingWords
    high = words.0
    middle = words.1
    low = UInt32(truncatingIfNeeded: words.2 >> 32)
  }

  /// Parses 40 lowercase hexadecimal digits, or returns `nil` if `text` has another form.
  ///
  /// Rejects uppercase digits, so that each id has exactly one spelling in folder names.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes, bytes.indices)
  }

  /// Parses the 40 digits in `range`, or returns `nil` if the bytes have another form.
  package init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard range.count == Self.digitCount else { return nil }
    let start = range.lowerBound
    guard let high = hexadecimalNumber(in: bytes, start..<start + 16),
      let middle = hexadecimalNumber(in: bytes, start + 16..<start + 32),
      let low = hexadecimalNumber(in: bytes, start + 32..<start + 40)
    else { return nil }
    self.high = high
    self.middle = middle
    self.low = UInt32(truncatingIfNeeded: low)
  }

  /// Returns whether `text` has the form of the ids that older bootstraps wrote: 12 lowercase
  /// hexadecimal digits, the start of the artifact's digest.
  package static func isOutdated(_ text: some StringProtocol) -> Bool {
    let bytes = Array(text.utf8)
    return isOutdated(bytes, bytes.indices)
  }

  /// Returns whether the bytes in `range` have the form of the ids that older bootstraps wrote.
  package static func isOutdated(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    range.count == 12 && hexadecimalNumber(in: bytes, range) != nil
  }

  /// The first 12 digits, which are for people to read.
  ///
  /// An attacker can easily make two artifacts that share 12 digits of a digest, so programs must
  /// compare all digits.
  package var abbreviated: String { String(description.prefix(12)) }
}

extension ContentID: CustomStringConvertible {
  package var description: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(Self.digitCount)
    appendHexadecimalDigits(of: high, 16, to: &digits)
    appendHexadecimalDigits(of: middle, 16, to: &digits)
    appendHexadecimalDigits(of: UInt64(low), 8, to: &digits)
    return String(decoding: digits, as: UTF8.self)
  }
}
