/// The CRC-32 checksum of zip members (ISO 3309).
package enum CRC32 {
  /// Returns the CRC-32 of `bytes`.
  package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var value = ~UInt32(0)
    for byte in bytes {
      value = value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)]
    }
    return ~value
  }

  /// The remainders of all byte values for the reversed polynomial 0xEDB88320.
  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }
}
