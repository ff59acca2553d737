/// The versions of one gem, as the page `/info/NAME` of a compact index lists them.
package struct GemInfo: Sendable {
  /// The maximum size of a page. The largest of the public index has a tenth of it.
  package static let maximumByteCount = 64 << 20

  /// The maximum size of a line.
  package static let maximumLineByteCount = 1 << 20

  /// The versions in the order of the page, each with its platform once.
  package let gems: [IndexedGem]

  /// The lines that cannot be used, at most a hundred of them.
  package let unreadableLines: [UnreadableGemLine]

  /// Parses a page.
  ///
  /// A line that cannot be read costs only itself. Of two lines for the same file, the later one
  /// counts, but if their digests differ, neither does.
  ///
  /// - Throws: ``GemIndexError`` if the page is too large, incomplete, or something else.
  package init(parsing bytes: [UInt8]) throws(GemIndexError) {
    guard bytes.count <= Self.maximumByteCount else { throw .tooLong(byteCount: bytes.count) }
    var parser = GemInfoParser(bytes)
    try parser.parse()
    gems = parser.gems.compactMap(\.self)
    unreadableLines = parser.unreadableLines
  }
}

/// A line of an index that cannot be used.
package struct UnreadableGemLine: Hashable, Sendable {
  /// What is wrong with a line.
  package enum Defect: Hashable, Sendable {
    case version
    case platform
    case dependency
    case requirement
    case digest
    /// Another line states a different digest for the same file.
    case contradictoryDigest
  }

  /// The number of the line, counted from 1.
  package let number: Int

  package let defect: Defect

  /// Creates the record of a line.
  package init(number: Int, defect: Defect) {
    self.number = number
    self.defect = defect
  }
}
