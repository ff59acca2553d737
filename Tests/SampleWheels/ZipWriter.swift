/// A writer of zip files (APPNOTE.TXT 6.3), valid or broken as a test needs. The same members
/// always produce the same bytes.
package struct ZipWriter: Sendable {
  package var members: [ZipMember]
  package var comment: [UInt8] = []
  /// Whether to write the end records for 64-bit values even if no member needs them.
  package var isZip64 = false

  // Values to write into the end record instead of the correct ones.

  package var claimedCount: Int?
  package var claimedDirectorySize: Int?
  package var claimedDirectoryOffset: Int?
  /// The disk number in the end record. The only disk of a file has the number 0.
  package var disk: UInt16 = 0
  /// The bytes between the directory and the end record.
  package var gap: [UInt8] = []

  /// Creates a writer of the given members, in their order.
  package init(_ members: [ZipMember] = []) { self.members = members }

  /// Adds a stored member. `change` alters it first.
  package mutating func add(
    _ name: String, _ text: String = "", mode: UInt32 = 0o100644,
    change: (inout ZipMember) -> Void = { _ in }
  ) {
    var member = ZipMember(name, Array(text.utf8), mode: mode, method: .stored)
    change(&member)
    members.append(member)
  }

  /// The complete zip file.
  package var bytes: [UInt8] {
    var file = ByteWriter()
    var directory = ByteWriter()
    for member in members {
      let record = Record(member)
      directory.append(record.directoryEntry(offset: member.claimedOffset ?? file.count))
      file.append(record.localHeader)
      file.append(record.data)
    }
    let start = claimedDirectoryOffset ?? file.count
    let size = claimedDirectorySize ?? directory.count
    let count = claimedCount ?? members.count
    file.append(directory.bytes)
    file.append(gap)
    let isZip64 = isZip64 || members.contains(where: \.isZip64)
    if isZip64 {
      let end = file.count
      file.append(UInt32(0x0606_4B50))
      file.append(UInt64(44))
      file.append(UInt16(0x032D), UInt16(45))
      file.append(UInt32(0), UInt32(0))
      file.append(UInt64(count), UInt64(count), UInt64(size), UInt64(start))
      file.append(UInt32(0x0706_4B50), UInt32(0))
      file.append(UInt64(end))
      file.append(UInt32(1))
    }
    let shortCount = isZip64 ? .max : UInt16(truncatingIfNeeded: count)
    file.append(UInt32(0x0605_4B50))
    file.append(disk, disk, shortCount, shortCount)
    file.append(isZip64 ? .max : UInt32(truncatingIfNeeded: size))
    file.append(isZip64 ? .max : UInt32(truncatingIfNeeded: start))
    file.append(UInt16(comment.count))
    file.append(comment)
    return file.bytes
  }
}

/// The parts of the file that describe one member.
private struct Record {
  let member: ZipMember
  let data: [UInt8]
  let method: UInt16

  init(_ member: ZipMember) {
    self.member = member
    switch member.method {
    case .stored: (data, method) = (member.contents, 0)
    case .deflated: (data, method) = (Deflate.compress(member.contents), 8)
    case .other(let number): (data, method) = (member.contents, number)
    }
  }

  private var size: Int { member.claimedSize ?? member.contents.count }
  private var packedSize: Int { member.claimedPackedSize ?? data.count }

  /// Returns the low 32 bits of a number, or the placeholder if the extra field contains it.
  private func short(_ number: Int) -> UInt32 {
    member.isZip64 ? .max : UInt32(truncatingIfNeeded: number)
  }

  /// Returns the fields that both headers share: version, flags, method, time, checksum, sizes,
  /// and the length of the name.
  private func shared(method: UInt16, name: [UInt8]) -> [UInt8] {
    var bytes = ByteWriter()
    bytes.append(UInt16(member.isZip64 ? 45 : 20), member.flags, method)
    bytes.append(UInt16(0), UInt16(0x0021))  // 1 January 1980
    bytes.append(member.claimedChecksum ?? CRC32.of(member.contents))
    bytes.append(short(packedSize), short(size))
    bytes.append(UInt16(name.count))
    return bytes.bytes
  }

  private var name: [UInt8] { member.claimedName ?? Array(member.name.utf8) }

  /// The header before the member's data.
  var localHeader: [UInt8] {
    let name = member.localName ?? name
    let extra = wideField(offset: nil)
    var bytes = ByteWriter()
    bytes.append(UInt32(0x0403_4B50))
    bytes.append(shared(method: member.localMethod ?? method, name: name))
    bytes.append(UInt16(extra.count))
    bytes.append(name)
    bytes.append(extra)
    return bytes.bytes
  }

  /// Returns the member's entry in the directory. `offset` is that of its local header.
  func directoryEntry(offset: Int) -> [UInt8] {
    let extra = member.extra + wideField(offset: offset)
    var bytes = ByteWriter()
    bytes.append(UInt32(0x0201_4B50))
    bytes.append(UInt16(0x031E))  // made on Unix
    bytes.append(shared(method: method, name: name))
    bytes.append(UInt16(extra.count))
    bytes.append(UInt16(0), UInt16(0), UInt16(0))
    bytes.append(member.mode << 16)
    bytes.append(short(offset))
    bytes.append(name)
    bytes.append(extra)
    return bytes.bytes
  }

  /// Returns the extra field with 64-bit sizes, and the offset in the directory. Empty
  /// unless the member uses it.
  private func wideField(offset: Int?) -> [UInt8] {
    guard member.isZip64 else { return [] }
    var bytes = ByteWriter()
    bytes.append(UInt16(1), UInt16(offset == nil ? 16 : 24))
    bytes.append(UInt64(size), UInt64(packedSize))
    if let offset { bytes.append(UInt64(offset)) }
    return bytes.bytes
  }
}
