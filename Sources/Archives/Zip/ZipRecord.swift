/// A record of a zip: a signature followed by little-endian fields of fixed width (APPNOTE 4.3).
struct ZipRecord {
  private let bytes: [UInt8]
  private let start: Int

  /// Creates a record at `start`, or returns `nil` if fewer than `length` bytes remain or they do
  /// not begin with `signature`.
  init?(_ bytes: [UInt8], at start: Int, signature: UInt32, length: Int) {
    guard start >= 0, length >= 4, start <= bytes.count - length else { return nil }
    self.bytes = bytes
    self.start = start
    if word(0) != signature { return nil }
  }

  /// Returns the 16-bit field at `offset`, which counts from the signature and must lie within
  /// the record.
  func short(_ offset: Int) -> Int {
    Int(bytes[start + offset]) | Int(bytes[start + offset + 1]) << 8
  }

  /// Returns the 32-bit field at `offset`.
  func word(_ offset: Int) -> UInt32 { UInt32(short(offset)) | UInt32(short(offset + 2)) << 16 }

  /// Returns the 64-bit field at `offset`, or `nil` if the value does not fit in `Int`.
  func long(_ offset: Int) -> Int? {
    Int(exactly: UInt64(word(offset)) | UInt64(word(offset + 4)) << 32)
  }
}

/// An extra field of a record (APPNOTE 4.5).
struct ZipExtraField {
  let id: Int
  let bytes: ArraySlice<UInt8>

  /// The 64-bit sizes and offset of a member.
  static let zip64 = 0x0001
  /// A UTF-8 name that readers may use instead of the name in the record.
  static let unicodePath = 0x7075

  /// Parses extra fields, or returns `nil` if a field extends beyond `bytes`, or anything but zeros
  /// follows the last field.
  static func fields(in bytes: ArraySlice<UInt8>) -> [ZipExtraField]? {
    var fields: [ZipExtraField] = []
    var rest = bytes
    while rest.count >= 4 {
      let start = rest.startIndex
      let id = Int(rest[start]) | Int(rest[start + 1]) << 8
      let count = Int(rest[start + 2]) | Int(rest[start + 3]) << 8
      rest = rest.dropFirst(4)
      if count > rest.count { return nil }
      fields.append(ZipExtraField(id: id, bytes: rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    // Some writers pad with up to three zero bytes.
    return rest.allSatisfy { $0 == 0 } ? fields : nil
  }
}
