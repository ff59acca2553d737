internal import Diagnostics

/// Reads a tar archive strictly: a damaged header, an unknown type of member, or data after the end
/// is an error, so that no two programs find different members in one archive.
///
/// libarchive's reader returns names and link targets as C strings, which cuts them at a NUL
/// without an error.
struct TarReader: ~Copyable {
  /// The number of members read so far.
  private(set) var memberCount = 0
  private let content: ContentReader
  private let limits: ArchiveLimits
  /// The attributes of all following members (`pax -o globexthdr.name`).
  private var globalAttributes = TarAttributes()
  /// The number of unread bytes of the current member, and of the padding after them.
  private var (rest, padding) = (0, 0)

  /// Creates a reader of the archive's content.
  init(_ content: ContentReader, limits: ArchiveLimits) {
    self.content = content
    self.limits = limits
  }

  /// Returns the header of the next member, or `nil` after the last. Skips unread content of the
  /// previous member.
  ///
  /// - Throws: ``ArchiveError`` if the archive is damaged or exceeds a limit.
  mutating func next() throws(ArchiveError) -> TarEntry? {
    try skipContent()
    var attributes = globalAttributes
    var isExtended = false
    while true {
      guard let header = try header() else {
        if isExtended { throw .tar(.truncated) }
        return nil
      }
      guard let size = attributes.size ?? header.size else { throw damagedHeader }
      switch header.type {
      case UInt8(ascii: "x"), UInt8(ascii: "X"):
        if try !attributes.add(pax: extensionBytes(header)) { throw damagedHeader }
      case UInt8(ascii: "g"):
        if try !globalAttributes.add(pax: extensionBytes(header)) { throw damagedHeader }
        attributes = globalAttributes
      case UInt8(ascii: "L"): attributes.name = try longText(header)
      case UInt8(ascii: "K"): attributes.linkTarget = try longText(header)
      case UInt8(ascii: "V"):
        // The label of the archive.
        continue
      default:
        let hasContent = TarEntry.isFile(header.type) || header.type == UInt8(ascii: "S")
        return try entry(header, attributes, size: hasContent ? size : 0)
      }
      isExtended = true
    }
  }

  /// Returns the entry of a header, and prepares for reading its content.
  private mutating func entry(
    _ header: TarHeader, _ attributes: TarAttributes, size: Int
  ) throws(ArchiveError) -> TarEntry {
    memberCount += 1
    try limits.check(members: memberCount)
    // A larger size would also overflow when it is rounded up.
    if size > limits.size { throw .limit(.size(limit: limits.size)) }
    (rest, padding) = (size, Self.padding(after: size))
    return TarEntry(header, attributes, size: size)
  }

  /// Passes the content of the current member to `take` in pieces.
  ///
  /// - Parameter take: Receives each piece, which is valid only during the call.
  /// - Throws: ``ArchiveError`` if reading or `take` fails.
  mutating func readContent(
    take: (UnsafeRawBufferPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    while rest > 0 {
      let piece = try unsafe content.next(limit: rest)
      if unsafe piece.isEmpty { throw .tar(.truncated) }
      rest -= piece.count
      try unsafe take(piece)
    }
  }

  /// Skips the rest of the current member.
  private mutating func skipContent() throws(ArchiveError) {
    try unsafe readContent { _ throws(ArchiveError) in }
    rest = padding
    padding = 0
    try unsafe readContent { _ throws(ArchiveError) in }
  }

  /// Returns the number of bytes between content of this size and the next header.
  private static func padding(after size: Int) -> Int {
    let part = size % TarHeader.blockSize
    return part == 0 ? 0 : TarHeader.blockSize - part
  }

  /// Returns the next header, or `nil` at the end of the archive.
  private mutating func header() throws(ArchiveError) -> TarHeader? {
    let start = content.position
    let block = try content.bytes(TarHeader.blockSize)
    if start == 0, block.isEmpty { throw .tar(.noHeader) }
    // Some programs omit the zeros at the end.
    if block.isEmpty { return nil }
    if block.count == TarHeader.blockSize, block.allSatisfy({ $0 == 0 }) {
      try checkEnd()
      return nil
    }
    if let header = TarHeader(block) { return header }
    if start == 0 {
      throw .tar(Self.layer(of: block).map { .compressed($0.rawValue) } ?? .noHeader)
    }
    throw .tar(block.count < TarHeader.blockSize ? .truncated : .header(offset: start))
  }

  private static func layer(of block: [UInt8]) -> CompressionLayer? {
    unsafe block.withUnsafeBytes { unsafe CompressionLayer(signature: $0) }
  }

  /// Checks that only zeros follow, and that the layer of compression is intact up to its end.
  private func checkEnd() throws(ArchiveError) {
    while true {
      let piece = try unsafe content.next()
      if unsafe piece.isEmpty { return }
      guard unsafe piece.allSatisfy({ $0 == 0 }) else { throw .tar(.trailingData) }
    }
  }

  /// The error of the header that was read last.
  private var damagedHeader: ArchiveError {
    .tar(.header(offset: max(0, content.position - TarHeader.blockSize)))
  }

  /// Returns the content of an extension.
  private mutating func extensionBytes(_ header: TarHeader) throws(ArchiveError) -> [UInt8] {
    guard let size = header.size, size <= TarAttributes.maximumSize else { throw damagedHeader }
    let bytes = try content.bytes(size)
    rest = Self.padding(after: size)
    try unsafe readContent { _ throws(ArchiveError) in }
    if bytes.count < size { throw .tar(.truncated) }
    return bytes
  }

  /// Returns the text in an extension of GNU tar, without the NUL at its end.
  private mutating func longText(_ header: TarHeader) throws(ArchiveError) -> [UInt8] {
    let bytes = try extensionBytes(header)
    return bytes.last == 0 ? bytes.dropLast() : bytes
  }
}
