internal import Vocabulary

/// The index page `/names`, which lists all gems.
package struct GemNames: Sendable {
  /// The names in the order of the page, without those that are invalid.
  package let names: [GemName]

  /// Parses a page.
  ///
  /// - Throws: ``GemIndexError`` if the page is too large or is not an index page.
  package init(parsing bytes: [UInt8]) throws(GemIndexError) {
    guard bytes.count <= GemInfo.maximumByteCount else { throw .tooLong(byteCount: bytes.count) }
    var lines = IndexLines(bytes)
    if lines.isMarkup { throw .notAnIndex }
    var names: [GemName] = []
    while let line = lines.next() {
      if let name = GemName(bytes, line.indices) { names.append(name) }
    }
    self.names = names
  }
}
