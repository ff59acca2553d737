/// A SHA-512 digest (FIPS 180-4) of 64 bytes, written as 128 lowercase hexadecimal digits.
///
/// Locks and receipts contain SHA-256 digests only. A SHA-512 digest confirms a file whose
/// publisher states no other.
package struct SHA512Digest: Hashable, Sendable {
  package static let byteCount = 64

  /// The bytes of the digest.
  package let bytes: [UInt8]

  /// Creates a digest from its bytes, or returns `nil` unless there are exactly 64.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Parses 128 hexadecimal digits in ASCII, in uppercase or lowercase, or returns `nil` if
  /// `digits` has another form.
  package init?(hexadecimal digits: ArraySlice<UInt8>) {
    let half = digits.count / 2
    guard digits.count == 2 * Self.byteCount,
      let first = SHA256Digest(hexadecimal: digits.prefix(half)),
      let second = SHA256Digest(hexadecimal: digits.suffix(half))
    else { return nil }
    bytes = first.bytes + second.bytes
  }
}

extension SHA512Digest: CustomStringConvertible {
  /// The digest with its algorithm, such as `sha512:1f00…`.
  package var description: String {
    var digits: [UInt8] = []
    for byte in bytes { appendHexadecimalDigits(of: UInt64(byte), 2, to: &digits) }
    return "sha512:" + String(decoding: digits, as: UTF8.self)
  }
}
