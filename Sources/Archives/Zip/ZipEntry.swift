internal import Diagnostics

/// A member's record in the directory of a zip (APPNOTE 4.3.12).
package struct ZipEntry: Hashable, Sendable {
  /// The name as stored, including the trailing slash of a directory.
  package let name: [UInt8]
  package let path: MemberPath
  package let kind: ArchiveMember.Kind
  /// The compression method: 0 for stored, 8 for deflated.
  package let method: Int
  /// The general purpose bit flags (APPNOTE 4.4.4).
  let flags: Int
  /// The CRC-32 of the uncompressed bytes.
  package let checksum: UInt32
  /// The size in the file, in bytes.
  package let compressedSize: Int
  /// The uncompressed size, in bytes.
  package let size: Int
  package let isExecutable: Bool
  /// The position of the member's local header in the file.
  package let offset: Int
  /// The position of the next member, or of the directory after the last one. The bytes of this
  /// member end before it.
  package internal(set) var end: Int

  static let signature: UInt32 = 0x0201_4b50
  /// The length of the record without its fields of variable length, in bytes.
  static let fixedLength = 46

  /// The range of the file that contains this member, including its local header.
  package var range: Range<Int> { offset..<end }

  /// The member that this entry describes.
  package var member: ArchiveMember {
    ArchiveMember(path: path, kind: kind, size: size, isExecutable: isExecutable)
  }

  static let stored = 0
  static let deflated = 8

  /// The flags for encryption, strong encryption, and masked headers.
  private static let encrypted = 1 << 0 | 1 << 6 | 1 << 13
  /// The flag for a checksum and sizes that follow the data.
  static let sizesFollow = 1 << 3

  /// Parses the record at `start` of `bytes`, which begin at `base` in the file.
  ///
  /// - Returns: The entry and the position of the next record in `bytes`.
  static func reading(
    _ bytes: [UInt8], at start: Int, base: Int
  ) throws(ArchiveError) -> (entry: ZipEntry, next: Int) {
    guard
      let record = ZipRecord(bytes, at: start, signature: signature, length: fixedLength)
    else { throw .zip(.record(offset: base + start)) }
    let nameStart = start + fixedLength
    let extraStart = nameStart + record.short(28)
    let commentStart = extraStart + record.short(30)
    let next = commentStart + record.short(32)
    if next > bytes.count { throw .zip(.record(offset: base + start)) }
    let name = Array(bytes[nameStart..<extraStart])
    guard let fields = ZipExtraField.fields(in: bytes[extraStart..<commentStart]) else {
      throw .zip(.record(offset: base + start))
    }
    do {
      return (try ZipEntry(record, name: name, fields: fields), next)
    } catch {
      throw .member(name: String(decoding: name, as: UTF8.self), error)
    }
  }

  /// Checks the fields of `record`, at the offsets in APPNOTE 4.3.12.
  ///
  /// - Throws: ``MemberFailure`` if the member is unsupported or its fields contradict each other.
  private init(_ record: ZipRecord, name: [UInt8], fields: [ZipExtraField]) throws(MemberFailure) {
    self.name = name
    flags = record.short(8)
    method = record.short(10)
    checksum = record.word(16)
    if flags & Self.encrypted != 0 { throw .encrypted }
    if method != Self.stored, method != Self.deflated { throw .method(method) }

    var wide = Zip64Fields(fields.first { $0.id == ZipExtraField.zip64 })
    size = try wide.value(of: record.word(24))
    compressedSize = try wide.value(of: record.word(20))
    offset = try wide.value(of: record.word(42))
    end = offset
    // The disk on which the member begins.
    if record.short(34) != 0 { throw .headersDisagree }

    // The field contains a version of one byte, a CRC-32 of the name in four bytes, and the
    // alternative name, which must equal the name.
    if let other = fields.first(where: { $0.id == ZipExtraField.unicodePath }),
      !other.bytes.dropFirst(5).elementsEqual(name)
    {
      throw .headersDisagree
    }

    // The upper half of the external attributes holds Unix modes, even from writers on other
    // systems. An entry without a mode is a regular file or, if its name ends in a slash,
    // a directory.
    let mode = Int(record.word(38) >> 16)
    let isNamedDirectory = name.last == UInt8(ascii: "/")
    switch mode & 0o170000 {
    case 0o040000: kind = .directory
    case 0o120000: kind = .link
    case 0o100000, 0: kind = isNamedDirectory ? .directory : .file
    default: throw .kind
    }
    if isNamedDirectory, kind != .directory { throw .headersDisagree }
    isExecutable = kind == .file && mode & 0o111 != 0
    if kind == .directory, size != 0 { throw .size(expected: 0, actual: size) }
    if method == Self.stored, size != compressedSize {
      throw .size(expected: size, actual: compressedSize)
    }

    do {
      path = try MemberPath(bytes: name[...], isDirectory: isNamedDirectory)
    } catch {
      throw .path(error)
    }
  }
}

/// The 64-bit values of fields that are too narrow for them, in the order of those fields
/// (APPNOTE 4.5.3).
private struct Zip64Fields {
  private var bytes: ArraySlice<UInt8>?

  init(_ field: ZipExtraField?) { bytes = field?.bytes }

  /// Returns `narrow`, or the next 64-bit value if `narrow` is the marker for one, 0xffffffff.
  ///
  /// - Throws: ``MemberFailure/headersDisagree`` if there is no such value, or it does not fit
  ///   in `Int`.
  mutating func value(of narrow: UInt32) throws(MemberFailure) -> Int {
    if narrow != .max { return Int(narrow) }
    guard let rest = bytes, rest.count >= 8 else { throw .headersDisagree }
    bytes = rest.dropFirst(8)
    let value = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let size = Int(exactly: value) else { throw .headersDisagree }
    return size
  }
}
