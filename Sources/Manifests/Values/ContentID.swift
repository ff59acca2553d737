/// Identifies exactly what an installation holds, by 40 lowercase hexadecimal digits.
///
/// The digits are the start of the SHA-256 of one canonical text, which ``InstallationContent``
/// describes. Paths, locks, receipts and comparisons use all 40; ``abbreviated`` is for people.
package struct ContentID: Hashable, Sendable {
  /// The number of digits.
  package static let digitCount = 40

  // 160 bits in place: an id is a key of dictionaries, and a lock has one for each artifact.
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  /// Takes the start of `digest`.
  init(startOf digest: SHA256Digest) {
    let words = digest.leadingWords
    high = words.0
    middle = words.1
    low = UInt32(truncatingIfNeeded: words.2 >> 32)
  }

  /// Returns nil for anything but 40 lowercase digits: a folder name needs a unique spelling.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes, bytes.indices)
  }

  init?(_ bytes: [UInt8], _ range: Range<Int>) {
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

  /// The first 12 digits, enough for people to tell installations apart, and for nothing else.
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
