extension SHA256Digest {
  /// Computes the SHA-256 digest (FIPS 180-4, section 6.2) of a short text.
  ///
  /// The main program computes content ids when it reads a lock. It must start fast and therefore
  /// loads no libraries, so this initializer does not use libcrypto. For files,
  /// libcrypto is far faster.
  package init(of bytes: ArraySlice<UInt8>) {
    let message = Self.padded(bytes)
    var state = Self.initialState
    var words = [UInt32](repeating: 0, count: 64)
    for start in stride(from: 0, to: message.count, by: 64) {
      Self.compress(message, at: start, into: &state, &words)
    }
    func word(_ index: Int) -> UInt64 { UInt64(state[index]) << 32 | UInt64(state[index + 1]) }
    self.init(words: (word(0), word(2), word(4), word(6)))
  }

  /// Computes the SHA-256 digest of a short sequence of bytes.
  package init(of bytes: [UInt8]) { self.init(of: bytes[...]) }

  /// Computes the SHA-256 digest of a short text in UTF-8.
  package init(of text: String) { self.init(of: Array(text.utf8)[...]) }

  /// Returns the message with the padding of FIPS 180-4, section 5.1.1.
  private static func padded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(bytes.count + 72)
    message += bytes
    message.append(0x80)
    // The zeros end 8 bytes before the end of a 64-byte block. The length fills those bytes.
    message.append(contentsOf: repeatElement(0, count: (120 - message.count % 64) % 64))
    let bitCount = UInt64(bytes.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    return message
  }

  /// Updates `state` with one 64-byte block of the message (FIPS 180-4, section 6.2.2).
  ///
  /// - Parameters:
  ///   - message: The padded message.
  ///   - start: The offset of the block.
  ///   - state: The eight words of the hash value computed so far.
  ///   - words: Memory for the message schedule, which all blocks reuse.
  private static func compress(
    _ message: [UInt8], at start: Int, into state: inout [UInt32], _ words: inout [UInt32]
  ) {
    for index in 0..<16 {
      let byte = start + 4 * index
      words[index] =
        UInt32(message[byte]) << 24 | UInt32(message[byte + 1]) << 16
        | UInt32(message[byte + 2]) << 8 | UInt32(message[byte + 3])
    }
    for index in 16..<64 {
      let early = words[index - 15]
      let late = words[index - 2]
      let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
      let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    let constants = roundConstants
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = e & f ^ ~e & g
      let majority = a & b ^ a & c ^ b & c
      let first =
        h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ constants[index]
        &+ words[index]
      let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  /// Returns `word` rotated right by `count` bits.
  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first 32 bits of the fractional parts of the square roots of the first eight primes.
  private static let initialState: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let roundConstants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1,
    0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
    0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786,
    0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147,
    0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a,
    0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
