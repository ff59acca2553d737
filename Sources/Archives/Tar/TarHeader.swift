/// The header of a member in a tar archive: a block of 512 bytes (POSIX pax, "ustar Interchange
/// Format"), also in the older forms of GNU tar and Unix version 7.
struct TarHeader {
  /// The length of a header, and the unit to which the content of a member is padded.
  static let blockSize = 512

  private let block: [UInt8]

  /// Creates a header, or returns `nil` if the block is incomplete or its checksum is wrong.
  init?(_ block: [UInt8]) {
    guard block.count == Self.blockSize else { return nil }
    self.block = block
    // The checksum is the sum of all bytes, with spaces in its own field. Some old programs added
    // the bytes as signed numbers.
    let field = 148..<156
    var (sum, signedSum) = (0, 0)
    for (index, byte) in block.enumerated() {
      let byte = field.contains(index) ? UInt8(ascii: " ") : byte
      sum += Int(byte)
      signedSum += Int(Int8(bitPattern: byte))
    }
    guard let stated = number(field), stated == sum || stated == signedSum else { return nil }
  }

  /// The type of the member: a digit, or a letter for an extension.
  var type: UInt8 { block[156] }
  var mode: Int? { number(100..<108) }
  var size: Int? { number(124..<136) }
  /// The target of a link.
  var linkTarget: [UInt8] { text(157..<257) }

  /// The path of the member. Only the POSIX format has a prefix. GNU tar stores other fields there.
  var name: [UInt8] {
    let name = text(0..<100)
    let prefix = block[257..<263].elementsEqual("ustar\0".utf8) ? text(345..<500) : []
    return prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
  }

  /// Returns the bytes of a field before the first NUL.
  private func text(_ field: Range<Int>) -> [UInt8] { Array(block[field].prefix { $0 != 0 }) }

  /// Returns the number in a field, or `nil` if it is malformed, negative, or too large.
  private func number(_ field: Range<Int>) -> Int? {
    var bytes = block[field]
    if bytes.first == 0x80 {
      // Base 256, an extension of GNU tar for numbers that exceed the octal digits.
      return bytes.dropFirst().reduce(0) { (number: Int?, byte) in
        guard let number, number <= Int.max >> 8 else { return nil }
        return number << 8 | Int(byte)
      }
    }
    // Octal digits, between spaces, up to a NUL.
    bytes = bytes.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != 0 }
    let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
    guard bytes.dropFirst(digits.count).allSatisfy({ $0 == UInt8(ascii: " ") }) else { return nil }
    // A field has at most 12 digits, which fit in `Int`.
    return digits.reduce(0) { $0 << 3 | Int($1 & 7) }
  }
}
