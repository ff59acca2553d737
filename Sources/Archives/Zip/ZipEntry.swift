internal import Diagnostics

/// What a zip's directory says of one member (APPNOTE 4.3.12).
package struct ZipEntry: Hashable, Sendable {
  /// As the zip has it, a slash at the end of a directory's included.
  package let name: [UInt8]
  package let path: MemberPath
  package let kind: ArchiveMember.Kind
  /// The number of the method: 0 stored, 8 deflated.
  package let method: Int
  let flags: Int
  /// CRC-32 of the unpacked bytes.
  package let checksum: UInt32
  package let compressedSize: Int
  package let size: Int
  package let isExecutable: Bool
  /// Where in the file its own header begins.
  package let offset: Int
  /// Where the next member or the directory begins: all of this one lies before it.
  package internal(set) var end: Int

  static let signature: UInt32 = 0x0201_4b50
  static let fixedLength = 46

  /// The bytes of the file that hold this member, its header included.
  package var range: Range<Int> { offset..<end }

  package var member: ArchiveMember {
    ArchiveMember(path: path, kind: kind, size: size, isExecutable: isExecutable)
  }

  static let stored = 0
  static let deflated = 8

  // Flags (APPNOTE 4.4.4): encrypted, patched data, strongly encrypted, names masked.
  private static let encrypted = 1 << 0 | 1 << 6 | 1 << 13
  static let sizesFollow = 1 << 3

  /// Reads the record at `start` of `bytes`, which begin at `base` in the file.
  ///
  /// - Returns: the entry and where the next record begins.
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
    do throws(MemberFailure) {
      return (try ZipEntry(record, name: name, fields: fields), next)
    } catch {
      throw .member(name: String(decoding: name, as: UTF8.self), error)
    }
  }

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
    if record.short(34) != 0 { throw .headersDisagree }

    // The field is version, checksum of the name, and the other name.
    if let other = fields.first(where: { $0.id == ZipExtraField.unicodePath }),
      !other.bytes.dropFirst(5).elementsEqual(name)
    {
      throw .headersDisagree
    }

    // The upper half are Unix modes, also from writers on other systems; none is a plain file's.
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

    do throws(MemberPath.Failure) {
      path = try MemberPath(bytes: isNamedDirectory ? name.dropLast() : name[...])
    } catch {
      throw .path(error)
    }
  }
}

/// The 64-bit values of those fields that are too narrow, in the order of the narrow ones (APPNOTE 4.5.3).
private struct Zip64Fields {
  private var bytes: ArraySlice<UInt8>?

  init(_ field: ZipExtraField?) { bytes = field?.bytes }

  /// The value itself, or the next wide one where it says that it is too narrow.
  mutating func value(of narrow: UInt32) throws(MemberFailure) -> Int {
    if narrow != .max { return Int(narrow) }
    guard let rest = bytes, rest.count >= 8 else { throw .headersDisagree }
    bytes = rest.dropFirst(8)
    let value = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let size = Int(exactly: value) else { throw .headersDisagree }
    return size
  }
}
