/// The versions of one gem, as the page `/info/NAME` of a compact index lists them.
package struct GemInfo: Sendable {
  /// The maximum size of a page. The largest page of the public index is a tenth of this.
  package static let maximumByteCount = 64 << 20

  /// The maximum size of a line.
  package static let maximumLineByteCount = 1 << 20

  /// The versions in the order of the page. A version occurs once for each platform.
  package let gems: [IndexedGem]

  /// The unusable lines, at most a hundred.
  package let unreadableLines: [UnreadableGemLine]

  /// Parses a page.
  ///
  /// Skips lines that cannot be read. If two lines describe the same file, the later one applies,
  /// unless their digests differ. Then neither does.
  ///
  /// - Throws: ``GemIndexError`` if the page is too large, is incomplete, or is not an index page.
  package init(parsing bytes: [UInt8]) throws(GemIndexError) {
    guard bytes.count <= Self.maximumByteCount else { throw .tooLong(byteCount: bytes.count) }
    var parser = GemInfoParser(bytes)
    try parser.parse()
    gems = parser.gems.compactMap(\.self)
    unreadableLines = parser.unreadableLines
  }
}

/// A line of an index page that cannot be used.
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
