/// One line of a `.tool-version`, by where its words stand.
package struct ToolVersionEntry {
  package let tool: Range<Int>
  package let version: Range<Int>
  /// Counted from 1.
  package let line: Int
}

/// The reader of `.tool-version` that the shim and the main program share.
package enum ToolVersionText {
  /// Larger files are refused, so that a stranger's file cannot make the search for duplicates slow.
  package static let maximumByteCount = 65_536

  /// Calls `body` with each pin in the order of the file.
  package static func forEachEntry(
    in text: Span<UInt8>, _ body: (ToolVersionEntry) -> Void
  ) throws(ReadFault) {
    var index = text.has("\u{FEFF}", at: 0) ? 3 : 0
    var line = 0
    var seen: [(fingerprint: UInt64, tool: Range<Int>)] = []
    while index < text.count {
      line += 1
      let end = LineEnd.find(in: text, from: index)
      let next = end + 1
      let words = try words(of: text, from: index, to: end, line: line)
      index = next
      guard let (tool, version) = words else { continue }
      guard PinSyntax.isToolName(tool, in: text), PinSyntax.isPin(version, in: text) else {
        throw .malformed(line: line)
      }
      let fingerprint = fingerprint(of: tool, in: text)
      for other in seen
      where other.fingerprint == fingerprint && text.matches(tool, text.copy(other.tool)) {
        throw .malformed(line: line)
      }
      seen.append((fingerprint, tool))
      body(ToolVersionEntry(tool: tool, version: version, line: line))
    }
  }

  /// The two words of a line, or nil where it is empty or a comment.
  private static func words(
    of text: Span<UInt8>, from start: Int, to end: Int, line: Int
  ) throws(ReadFault) -> (tool: Range<Int>, version: Range<Int>)? {
    var end = end
    if end > start, text[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    var index = start
    guard let tool = nextWord(of: text, at: &index, to: end) else { return nil }
    guard let version = nextWord(of: text, at: &index, to: end),
      nextWord(of: text, at: &index, to: end) == nil
    else { throw .malformed(line: line) }
    return (tool, version)
  }

  /// The word at or after `index`; nil at the end of the line or at a comment, which begins with `#` where a word could.
  private static func nextWord(
    of text: Span<UInt8>, at index: inout Int, to end: Int
  ) -> Range<Int>? {
    while index < end, isBlank(text[index]) { index += 1 }
    if index == end || text[index] == UInt8(ascii: "#") { return nil }
    let start = index
    while index < end, !isBlank(text[index]) { index += 1 }
    return start..<index
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// FNV-1a, so that a file of many lines is not compared word by word.
  private static func fingerprint(of range: Range<Int>, in text: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in range { hash = (hash ^ UInt64(text[index])) &* 0x100_0000_01b3 }
    return hash
  }
}
