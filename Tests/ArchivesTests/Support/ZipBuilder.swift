/// Writes a zip byte by byte, right or wrong as a test wants it. Members are stored.
struct ZipBuilder {
  struct Entry {
    var name: [UInt8]
    var content: [UInt8] = []
    var mode: UInt16 = 0o100644
    var method = 0
    var flags = 0
    /// What the headers say, where that is not the truth.
    var size: Int?
    var compressedSize: Int?
    var checksum: UInt32?
    var offset: Int?
    var localName: [UInt8]?
    var localMethod: Int?
    var extra: [UInt8] = []
    /// Sizes and offset in the field for 64-bit values.
    var isWide = false
  }

  var entries: [Entry] = []
  var comment: [UInt8] = []
  /// With the end records for 64-bit values.
  var isWide = false
  /// What the end record says, where that is not the truth.
  var count: Int?
  var directorySize: Int?
  var directoryOffset: Int?
  var disk = 0
  /// Between the directory and the end.
  var gap: [UInt8] = []

  mutating func add(
    _ name: String, _ content: String = "", mode: UInt16 = 0o100644,
    change: (inout Entry) -> Void = { _ in }
  ) {
    var entry = Entry(name: Array(name.utf8), content: Array(content.utf8), mode: mode)
    change(&entry)
    entries.append(entry)
  }

  func bytes() -> [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let offset = entry.offset ?? file.count
      let checksum = entry.checksum ?? crc32(entry.content)
      let size = entry.size ?? entry.content.count
      let packed = entry.compressedSize ?? entry.content.count
      let local = entry.localName ?? entry.name
      var extra = entry.extra
      if entry.isWide {
        extra += little(1, 2) + little(24, 2) + little(size, 8) + little(packed, 8)
        extra += little(offset, 8)
      }
      let narrow = { (value: Int) in little(entry.isWide ? 0xffff_ffff : value, 4) }
      file += little(0x0403_4b50, 4) + little(45, 2) + little(entry.flags, 2)
      file += little(entry.localMethod ?? entry.method, 2) + little(0, 4)
      file += little(Int(checksum), 4) + narrow(packed) + narrow(size)
      file += little(local.count, 2) + little(0, 2) + local + entry.content

      directory += little(0x0201_4b50, 4) + little(3 << 8 | 45, 2) + little(45, 2)
      directory += little(entry.flags, 2) + little(entry.method, 2) + little(0, 4)
      directory += little(Int(checksum), 4) + narrow(packed) + narrow(size)
      directory += little(entry.name.count, 2) + little(extra.count, 2) + little(0, 2)
      directory += little(0, 2) + little(0, 2) + little(Int(entry.mode) << 16, 4)
      directory += narrow(offset) + entry.name + extra
    }
    let start = directoryOffset ?? file.count
    let size = directorySize ?? directory.count
    let count = count ?? entries.count
    file += directory + gap
    if isWide {
      let wide = file.count
      file += little(0x0606_4b50, 4) + little(44, 8) + little(45, 2) + little(45, 2)
      file += little(0, 4) + little(0, 4) + little(count, 8) + little(count, 8)
      file += little(size, 8) + little(start, 8)
      file += little(0x0706_4b50, 4) + little(0, 4) + little(wide, 8) + little(1, 4)
    }
    file += little(0x0605_4b50, 4) + little(disk, 2) + little(disk, 2)
    file += little(isWide ? 0xffff : count, 2) + little(isWide ? 0xffff : count, 2)
    file += little(isWide ? 0xffff_ffff : size, 4) + little(isWide ? 0xffff_ffff : start, 4)
    return file + little(comment.count, 2) + comment
  }
}

/// The lowest `count` bytes of `value`, lowest first.
func little(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

/// CRC-32 bit by bit: slow, and not the one under test.
func crc32(_ bytes: [UInt8]) -> UInt32 {
  var checksum = UInt32.max
  for byte in bytes {
    checksum ^= UInt32(byte)
    for _ in 0..<8 {
      let carry = checksum & 1
      checksum >>= 1
      if carry == 1 { checksum ^= 0xedb8_8320 }
    }
  }
  return ~checksum
}
