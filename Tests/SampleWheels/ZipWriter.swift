/// One member of a zip file, right or wrong in every way that a test wants.
package struct ZipMember: Sendable {
  package enum Method: Sendable {
    case stored, deflated
  }

  /// The name as it is written, hostile or not.
  package var name: String
  package var contents: [UInt8]
  /// Kind and permission bits as lstat(2) has them: 0o100644, 0o120777 for a symbolic link.
  package var mode: UInt32
  package var method: Method
  /// The flag that says encrypted is set; the contents are not.
  package var isEncrypted = false
  /// Sizes and offset are written in the extra field of large files.
  package var isZip64 = false
  /// What the directory says of the contents, where that is not the truth.
  package var claimedChecksum: UInt32?
  package var claimedSize: UInt32?

  package init(
    _ name: String, _ contents: [UInt8], mode: UInt32 = 0o100644, method: Method = .deflated
  ) {
    self.name = name
    self.contents = contents
    self.mode = mode
    self.method = method
  }

  package init(_ name: String, _ text: String, mode: UInt32 = 0o100644) {
    self.init(name, Array(text.utf8), mode: mode)
  }

  package static func link(_ name: String, to target: String) -> ZipMember {
    ZipMember(name, Array(target.utf8), mode: 0o120777, method: .stored)
  }

  package static func directory(_ name: String) -> ZipMember {
    ZipMember(name, [], mode: 0o040755, method: .stored)
  }
}

/// Writes zip files (APPNOTE.TXT 6.3), the same bytes for the same members.
package enum ZipWriter {
  package static func bytes(of members: [ZipMember]) -> [UInt8] {
    var file = ByteWriter()
    var directory = ByteWriter()
    for member in members {
      let offset = file.count
      let record = Record(member)
      file.append(record.localHeader)
      file.append(record.data)
      directory.append(record.directoryEntry(offset: offset))
    }
    let start = file.count
    file.append(directory.bytes)
    if members.contains(where: \.isZip64) {
      let end = file.count
      file.append(UInt32(0x0606_4B50))
      file.append(UInt64(44))
      file.append(UInt16(0x032D), UInt16(45))
      file.append(UInt32(0), UInt32(0))
      file.append(UInt64(members.count), UInt64(members.count))
      file.append(UInt64(directory.count), UInt64(start))
      file.append(UInt32(0x0706_4B50), UInt32(0))
      file.append(UInt64(end))
      file.append(UInt32(1))
    }
    file.append(UInt32(0x0605_4B50))
    file.append(UInt16(0), UInt16(0), UInt16(members.count), UInt16(members.count))
    file.append(UInt32(directory.count), UInt32(start))
    file.append(UInt16(0))
    return file.bytes
  }
}

private struct Record {
  let member: ZipMember
  let data: [UInt8]
  let size: UInt32
  let checksum: UInt32

  init(_ member: ZipMember) {
    self.member = member
    data = member.method == .stored ? member.contents : Deflate.compress(member.contents)
    size = member.claimedSize ?? UInt32(member.contents.count)
    checksum = member.claimedChecksum ?? CRC32.of(member.contents)
  }

  /// Version, flags, method, time, checksum, sizes and length of the name: what both headers have in common.
  private var shared: [UInt8] {
    var bytes = ByteWriter()
    bytes.append(UInt16(member.isZip64 ? 45 : 20))
    bytes.append(UInt16(member.isEncrypted ? 0x0801 : 0x0800))  // names are UTF-8
    bytes.append(UInt16(member.method == .stored ? 0 : 8))
    bytes.append(UInt16(0), UInt16(0x0021))  // 1 January 1980
    bytes.append(checksum)
    bytes.append(member.isZip64 ? UInt32.max : UInt32(data.count))
    bytes.append(member.isZip64 ? UInt32.max : size)
    bytes.append(UInt16(member.name.utf8.count))
    return bytes.bytes
  }

  var localHeader: [UInt8] {
    let extra = extraField(offset: nil)
    var bytes = ByteWriter()
    bytes.append(UInt32(0x0403_4B50))
    bytes.append(shared)
    bytes.append(UInt16(extra.count))
    bytes.append(member.name.utf8)
    bytes.append(extra)
    return bytes.bytes
  }

  func directoryEntry(offset: Int) -> [UInt8] {
    let extra = extraField(offset: offset)
    var bytes = ByteWriter()
    bytes.append(UInt32(0x0201_4B50))
    bytes.append(UInt16(0x031E))  // made on Unix
    bytes.append(shared)
    bytes.append(UInt16(extra.count))
    bytes.append(UInt16(0), UInt16(0), UInt16(0))
    bytes.append(member.mode << 16)
    bytes.append(member.isZip64 ? UInt32.max : UInt32(offset))
    bytes.append(member.name.utf8)
    bytes.append(extra)
    return bytes.bytes
  }

  private func extraField(offset: Int?) -> [UInt8] {
    guard member.isZip64 else { return [] }
    var bytes = ByteWriter()
    bytes.append(UInt16(1), UInt16(offset == nil ? 16 : 24))
    bytes.append(UInt64(size), UInt64(data.count))
    if let offset { bytes.append(UInt64(offset)) }
    return bytes.bytes
  }
}
