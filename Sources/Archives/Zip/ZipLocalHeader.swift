internal import Diagnostics

/// The header before a member's bytes (APPNOTE 4.3.7). It repeats the directory entry and must
/// agree with it.
struct ZipLocalHeader {
  static let signature: UInt32 = 0x0403_4b50
  /// The length of the header without its name and extra fields, in bytes.
  static let fixedLength = 30

  /// The length in bytes, including the name and extra fields.
  let length: Int

  /// Parses the header at the start of `bytes` and compares it with `entry`.
  ///
  /// - Throws: ``MemberFailure/headersDisagree`` if the header differs from `entry`, or
  ///   ``MemberFailure/overlap`` if the member extends beyond `entry.end`.
  init(_ bytes: [UInt8], of entry: ZipEntry) throws(MemberFailure) {
    guard
      let record = ZipRecord(bytes, at: 0, signature: Self.signature, length: Self.fixedLength)
    else { throw .headersDisagree }
    let nameEnd = Self.fixedLength + record.short(26)
    length = nameEnd + record.short(28)
    guard nameEnd <= bytes.count, bytes[Self.fixedLength..<nameEnd].elementsEqual(entry.name),
      record.short(6) == entry.flags, record.short(8) == entry.method
    else { throw .headersDisagree }
    // With this flag, checksum and sizes follow the data. The fields here are usually zero,
    // although some writers fill them.
    if entry.flags & ZipEntry.sizesFollow == 0 {
      guard record.word(14) == entry.checksum,
        record.word(18) == .max || Int(record.word(18)) == entry.compressedSize,
        record.word(22) == .max || Int(record.word(22)) == entry.size
      else { throw .headersDisagree }
    }
    let (end, overflows) = (entry.offset + length).addingReportingOverflow(entry.compressedSize)
    if overflows || end > entry.end { throw .overlap }
  }
}
