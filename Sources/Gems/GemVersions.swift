internal import Vocabulary

/// The page `/versions` of an index, as far as it tells whether a kept page of a gem is current:
/// the name of each gem with the MD5 of its page.
///
/// The page has a line for each change of a gem, so the last line of a gem counts. It lists
/// versions as well, which ``GemInfo`` describes better.
package struct GemVersions: Sendable {
  /// The maximum size of a page. The public index has a tenth of it.
  package static let maximumByteCount = 256 << 20

  /// The number of lines that cannot be read.
  package private(set) var unreadableLineCount = 0

  private let bytes: [UInt8]

  /// The place of the digest of each gem, by its name.
  private var places: [ArraySlice<UInt8>: Range<Int>] = [:]

  /// Parses a page. A line that cannot be read costs only itself, because at worst, the page of a
  /// gem is requested again.
  ///
  /// - Throws: ``GemIndexError`` if the page is too large, or something else.
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
