/// A record of a zip: a signature and fields of fixed width, little-endian (APPNOTE 4.3).
struct ZipRecord {
  private let bytes: [UInt8]
  private let start: Int

  /// nil when `length` bytes from `start` on do not exist or do not begin with `signature`.
  init?(_ bytes: [UInt8], at start: Int, signature: UInt32, length: Int) {
    guard start >= 0, length >= 4, start <= bytes.count - length else { return nil }
    self.bytes = bytes
    self.start = start
    if word(0) != signature { return nil }
  }

  /// 16 bits. `offset` counts from the signature's first byte and stays within the record's length.
  func short(_ offset: Int) -> Int {
    Int(bytes[start + offset]) | Int(bytes[start + offset + 1]) << 8
  }

  /// 32 bits.
  func word(_ offset: Int) -> UInt32 { UInt32(short(offset)) | UInt32(short(offset + 2)) << 16 }

  /// 64 bits. nil when that is no number of bytes.
  func long(_ offset: Int) -> Int? {
    Int(exactly: UInt64(word(offset)) | UInt64(word(offset + 4)) << 32)
  }
}

/// One of the fields that a record may carry besides (APPNOTE 4.5).
struct ZipExtraField {
  let id: Int
  let bytes: ArraySlice<UInt8>

  static let zip64 = 0x0001
  /// A name in UTF-8 that readers may take instead of the name.
  static let unicodePath = 0x7075

  /// nil when the fields do not fill `bytes` exactly.
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
    // Some writers align with up to three bytes of nothing.
    return rest.allSatisfy { $0 == 0 } ? fields : nil
  }
}
