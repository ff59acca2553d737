internal import Vocabulary

/// The index page `/versions`, reduced to what shows whether a stored page of a gem is current:
/// each gem's name, and the MD5 of its page.
///
/// The page gains a line with each change to a gem, so a gem's last line applies. The versions in
/// the lines are ignored, because ``GemInfo`` describes them completely.
package struct GemVersions: Sendable {
  /// The maximum size of a page. That of the public index is a tenth of this.
  package static let maximumByteCount = 256 << 20

  /// The number of lines that cannot be read.
  package private(set) var unreadableLineCount = 0

  private let bytes: [UInt8]

  /// The position of each gem's digest, by the gem's name.
  private var places: [ArraySlice<UInt8>: Range<Int>] = [:]

  /// Parses a page. Skips lines that cannot be read. At worst, the page of a gem is then requested
  /// again.
  ///
  /// - Throws: ``GemIndexError`` if the page is too large or is not an index page.
  package init(parsing bytes: [UInt8]) throws(GemIndexError) {
    guard bytes.count <= Self.maximumByteCount else { throw .tooLong(byteCount: bytes.count) }
    self.bytes = bytes
    var lines = IndexLines(bytes)
    if lines.isMarkup { throw .notAnIndex }
    while let line = lines.next() {
      if line.isEmpty { continue }
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
      guard words.count == 3, GemName.fault(in: bytes, words[0].indices) == nil,
        words[2].allSatisfy(\.isPrintable)
      else {
        unreadableLineCount += 1
        continue
      }
      places[words[0]] = words[2].indices
    }
  }

  /// The number of gems.
  package var count: Int { places.count }

  /// Returns the MD5 of the page of a gem as written, or `nil` if the index does not list the gem.
  package func pageDigest(of name: GemName) -> String? {
    places[Array(name.text.utf8)[...]].map { String(decoding: bytes[$0], as: UTF8.self) }
  }
}
