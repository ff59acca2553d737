/// A writer of zip files (APPNOTE.TXT 6.3), valid or invalid as a test needs. The same members
/// always produce the same bytes.
package struct ZipWriter: Sendable {
  package var members: [ZipMember]
  /// The comment at the end of the file.
  package var comment: [UInt8] = []
  /// Whether to write the ZIP64 end records even if no member needs them.
  package var isZip64 = false

  // Values to write into the end record instead of the correct ones. `nil` means the correct value.

  package var claimedCount: Int?
  package var claimedDirectorySize: Int?
  package var claimedDirectoryOffset: Int?
  /// The disk number in the end record. It is 0 for a file that is not split.
  package var disk: UInt16 = 0
  /// Bytes to insert between the central directory and the end record.
  package var gap: [UInt8] = []

  /// Creates a writer of the given members, which keep their order.
  package init(_ members: [ZipMember] = []) { self.members = members }

  /// Adds an uncompressed member. `change` can alter the member before it is added.
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
      // The ZIP64 end of central directory record, whose remaining size is 44 bytes, and
      // its locator.
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
    // The end of central directory record.
    file.append(UInt32(0x0605_4B50))
    file.append(disk, disk, shortCount, shortCount)
    file.append(isZip64 ? .max : UInt32(truncatingIfNeeded: size))
    file.append(isZip64 ? .max : UInt32(truncatingIfNeeded: start))
    file.append(UInt16(comment.count))
    file.append(comment)
    return file.bytes
  }
}

/// The headers and the data of one member.
private struct Record {
  let member: ZipMember
  /// The contents in the form in which the file stores them.
  let data: [UInt8]
  /// The number of the compression method.
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

  /// Returns the low 32 bits of a number, or the placeholder 0xFFFFFFFF if the ZIP64 extra
  /// field contains the number.
  private func short(_ number: Int) -> UInt32 {
    member.isZip64 ? .max : UInt32(truncatingIfNeeded: number)
  }

  /// Returns the fields that both headers have in common: version, flags, method, time,
  /// checksum, sizes, and the length of the name.
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

  /// The local header, which precedes the member's data.
  var localHeader: [UInt8] {
    let name = member.localName ?? name
    let extra = zip64Field(offset: nil)
    var bytes = ByteWriter()
    bytes.append(UInt32(0x0403_4B50))
    bytes.append(shared(method: member.localMethod ?? method, name: name))
    bytes.append(UInt16(extra.count))
    bytes.append(name)
    bytes.append(extra)
    return bytes.bytes
  }

  /// Returns the member's header in the central directory. `offset` is that of its local header.
  func directoryEntry(offset: Int) -> [UInt8] {
    let extra = member.extra + zip64Field(offset: offset)
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

  /// Returns the ZIP64 extra field with both sizes and, in the central directory, the offset.
  /// Returns no bytes unless the member uses it. `offset` is `nil` in the local header.
  private func zip64Field(offset: Int?) -> [UInt8] {
    guard member.isZip64 else { return [] }
    var bytes = ByteWriter()
    bytes.append(UInt16(1), UInt16(offset == nil ? 16 : 24))
    bytes.append(UInt64(size), UInt64(packedSize))
    if let offset { bytes.append(UInt64(offset)) }
    return bytes.bytes
  }
}
