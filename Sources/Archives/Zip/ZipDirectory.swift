internal import Diagnostics

/// The central directory at the end of a zip (APPNOTE 4.3), which lists the members and their
/// positions. Reading it does not require the rest of the file.
///
/// Parsing is stricter than in most readers: if two readers found different members in one file,
/// one of them could install a member that the other does not list. Therefore names are unique, no
/// two members share bytes, and the directory ends where the end record begins.
package struct ZipDirectory: Hashable, Sendable {
  /// The members, in the order of the directory.
  package let entries: [ZipEntry]

  /// The result of parsing the last bytes of a zip.
  package enum ParseResult: Sendable {
    case complete(ZipDirectory)
    /// Parsing needs these bytes of the file too. The range extends to the end of the file.
    case needs(Range<Int>)
  }

  /// The largest directory to read, in bytes.
  static let largestDirectory = 128_000_000

  /// The length of the end record without its comment, in bytes (APPNOTE 4.3.16).
  private static let endLength = 22
  /// The maximum length of the comment, whose length field has 16 bits.
  private static let longestComment = 0xffff

  /// Parses the directory from the last bytes of a zip of `fileSize` bytes.
  ///
  /// - Throws: ``ArchiveError`` if the zip is malformed or exceeds `limits`.
  package static func reading(
    tail: [UInt8], fileSize: Int, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) -> ParseResult {
    let base = fileSize - tail.count
    guard base >= 0, fileSize >= endLength else { throw .zip(.noDirectory) }
    guard let end = endRecord(in: tail) else {
      let maximumLength = min(fileSize, endLength + longestComment)
      if tail.count < maximumLength { return .needs(fileSize - maximumLength..<fileSize) }
      throw .zip(.noDirectory)
    }
    switch try ZipSummary.reading(tail, end: end, base: base) {
    case .needs(let range):
      // The position of the zip64 end record is stated by the file, and could be its start.
      if range.lowerBound < fileSize - largestDirectory {
        throw .limit(.directory(limit: largestDirectory))
      }
      return .needs(range.lowerBound..<fileSize)
    case .complete(let summary):
      try limits.check(members: summary.count)
      if summary.directory.count > largestDirectory {
        throw .limit(.directory(limit: largestDirectory))
      }
      // A false count must not cause a large allocation.
      if summary.count > summary.directory.count / ZipEntry.fixedLength {
        throw .zip(.contradiction)
      }
      if summary.directory.lowerBound < base {
        return .needs(summary.directory.lowerBound..<fileSize)
      }
      return .complete(try ZipDirectory(tail, base: base, summary: summary))
    }
  }

  /// Returns the position of the end record: the last one whose comment extends to the end of
  /// the file.
  private static func endRecord(in tail: [UInt8]) -> Int? {
    var start = tail.count - endLength
    while start >= 0, start >= tail.count - endLength - longestComment {
      if let record = ZipRecord(
        tail, at: start, signature: ZipSummary.signature, length: endLength),
        start + endLength + record.short(20) == tail.count
      {
        return start
      }
      start -= 1
    }
    return nil
  }

  /// Parses the entries in the range of the directory.
  private init(_ tail: [UInt8], base: Int, summary: ZipSummary) throws(ArchiveError) {
    var entries: [ZipEntry] = []
    entries.reserveCapacity(summary.count)
    // A path may occur twice: once with a trailing slash and once without.
    var names: Set<MemberPath> = []
    var namesWithSlash: Set<MemberPath> = []
    names.reserveCapacity(summary.count)
    var position = summary.directory.lowerBound - base
    for _ in 0..<summary.count {
      let (entry, next) = try ZipEntry.reading(tail, at: position, base: base)
      let isNew =
        entry.name.last == UInt8(ascii: "/")
        ? namesWithSlash.insert(entry.path).inserted : names.insert(entry.path).inserted
      // Like a tar archive, a zip may list a folder again.
      guard isNew || entry.kind == .directory else {
        throw .member(name: entry.path.text, .duplicate)
      }
      entries.append(entry)
      position = next
    }
    guard position + base == summary.directory.upperBound else { throw .zip(.contradiction) }
    self.entries = try Self.bounded(entries, by: summary.directory.lowerBound)
  }

  /// Returns the entries with their ends set: each member extends to the next one in the file, and
  /// the last one to `limit`.
  ///
  /// - Throws: ``ArchiveError`` with ``MemberFailure/overlap`` if two members share bytes.
  private static func bounded(
    _ entries: [ZipEntry], by limit: Int
  ) throws(ArchiveError) -> [ZipEntry] {
    var entries = entries
    var end = limit
    for index in entries.indices.sorted(by: { entries[$0].offset > entries[$1].offset }) {
      let entry = entries[index]
      let shortest = ZipLocalHeader.fixedLength + entry.name.count
      let (header, headerOverflows) = entry.offset.addingReportingOverflow(shortest)
      let (least, dataOverflows) = header.addingReportingOverflow(entry.compressedSize)
      if headerOverflows || dataOverflows || least > end {
        throw .member(name: String(decoding: entry.name, as: UTF8.self), .overlap)
      }
      entries[index].end = end
      end = entry.offset
    }
    return entries
  }
}

/// The contents of the end records: the number of entries and the range of the directory.
private struct ZipSummary {
  let count: Int
  let directory: Range<Int>

  /// The result of parsing, as in ``ZipDirectory/ParseResult``.
  enum ParseResult {
    case complete(ZipSummary)
    case needs(Range<Int>)
  }

  static let signature: UInt32 = 0x0605_4b50
  /// The zip64 end record (APPNOTE 4.3.14) and the locator that points to it (APPNOTE 4.3.15).
  private static let wideSignature: UInt32 = 0x0606_4b50
  private static let wideLength = 56
  private static let locatorSignature: UInt32 = 0x0706_4b50
  private static let locatorLength = 20

  /// Parses the end record at `end` of `tail`, and the zip64 end record if there is one.
  static func reading(_ tail: [UInt8], end: Int, base: Int) throws(ArchiveError) -> ParseResult {
    guard let record = ZipRecord(tail, at: end, signature: signature, length: 22) else {
      throw .zip(.noDirectory)
    }
    let locatorStart = end - locatorLength
    let isAtStart = base + locatorStart < 0
    if locatorStart < 0, !isAtStart { return .needs(base + locatorStart..<base + tail.count) }
    if let locator = ZipRecord(
      tail, at: locatorStart, signature: locatorSignature, length: locatorLength)
    {
      return try reading(tail, record, locator, locatorStart: locatorStart, base: base)
    }
    // The fields are the number of this disk, the disk of the directory, and the number of entries
    // on this disk. The last must equal the total number of entries.
    guard record.short(4) == 0, record.short(6) == 0, record.short(8) == record.short(10) else {
      throw .zip(.severalParts)
    }
    return .complete(
      try ZipSummary(
        count: record.short(10), size: Int(record.word(12)), offset: Int(record.word(16)),
        end: base + end))
  }

  /// Parses the zip64 end record, to which `locator` points (APPNOTE 4.3.14).
  private static func reading(
    _ tail: [UInt8], _ record: ZipRecord, _ locator: ZipRecord, locatorStart: Int, base: Int
  ) throws(ArchiveError) -> ParseResult {
    guard let offset = locator.long(8), offset <= base + locatorStart - wideLength else {
      throw .zip(.contradiction)
    }
    if offset < base { return .needs(offset..<base + tail.count) }
    guard
      let wide = ZipRecord(tail, at: offset - base, signature: wideSignature, length: wideLength)
    else { throw .zip(.record(offset: offset)) }
    guard let count = wide.long(32), let size = wide.long(40), let start = wide.long(48) else {
      throw .zip(.contradiction)
    }
    // The same fields as above, in the zip64 end record, and the disk of that record.
    guard wide.word(16) == 0, wide.word(20) == 0, wide.long(24) == count, locator.word(4) == 0
    else { throw .zip(.severalParts) }
    // Each narrow field must contain the same value or the marker for a wide one.
    guard record.short(10) == 0xffff || record.short(10) == count,
      record.word(12) == .max || Int(record.word(12)) == size,
      record.word(16) == .max || Int(record.word(16)) == start
    else { throw .zip(.contradiction) }
    return .complete(try ZipSummary(count: count, size: size, offset: start, end: offset))
  }

  /// Creates a summary.
  ///
  /// - Parameter end: The position of the first end record, which directly follows the directory.
  /// - Throws: ``ArchiveError/zip(_:)`` if the directory does not end there.
  private init(count: Int, size: Int, offset: Int, end: Int) throws(ArchiveError) {
    let (sum, overflows) = offset.addingReportingOverflow(size)
    guard !overflows, sum == end else { throw .zip(.contradiction) }
    self.count = count
    directory = offset..<sum
  }
}
