/// One line of a `.tool-version`, by where its words stand.
package struct ToolVersionEntry {
  package let tool: Range<Int>
  package let version: Range<Int>
  /// Counted from 1.
  package let line: Int
}

/// The reader of `.tool-version` that the shim and the main program share.
package struct ToolVersionText {
  /// Larger files are refused, so that a stranger's file cannot make the search for duplicates slow.
  package static let maximumByteCount = 65_536

  private var index: Int
  private var line = 0
  private var seen: WordSet

  /// Begins to read `text`, which has to be UTF-8 without NUL.
  package init(_ text: Span<UInt8>) throws(PinReadFault) {
    if let fault = UTF8Check.firstFault(in: text) {
      throw .malformed(line: LineBoundary.number(at: fault, in: text))
    }
    index = text.has("\u{FEFF}", at: 0) ? 3 : 0
    seen = WordSet(forTextOf: text.count)
  }

  /// The next pin of `text`, which is the one that was begun with. nil at the end.
  package mutating func next(in text: Span<UInt8>) throws(PinReadFault) -> ToolVersionEntry? {
    while index < text.count {
      line += 1
      let tool = word(in: text)
      if tool.range.isEmpty {
        skipLine(in: text)
        continue
      }
      let version = word(in: text)
      guard word(in: text).range.isEmpty, tool.isToolName(in: text), version.isPin(in: text),
        seen.insert(tool.range, of: text)
      else { throw .malformed(line: line) }
      skipLine(in: text)
      return ToolVersionEntry(tool: tool.range, version: version.range, line: line)
    }
    return nil
  }

  /// The word at or behind the index, on its line; empty at the line's end and at a comment, which begins with `#` where a word could.
  private mutating func word(in text: Span<UInt8>) -> ToolVersionWord {
    while index < text.count, Self.isBlank(text[index]) { index &+= 1 }
    let start = index
    var kinds: PinSyntax.Kinds = [.toolName, .version, .pin]
    if start < text.count, text[start] != UInt8(ascii: "#") {
      var end = LineBoundary.ofWord(in: text, from: start)
      while end < text.count {
        let byte = text[end]
        if byte <= UInt8(ascii: " "), Self.endsWord(byte, at: end, in: text) { break }
        kinds.formIntersection(PinSyntax.kinds(of: byte))
        end &+= 1
      }
      index = end
    }
    return ToolVersionWord(range: start..<index, kinds: kinds)
  }

  /// Whether `byte`, the one at `index`, is no part of a word: a blank, or the end of the line, which may be CR and LF.
  private static func endsWord(_ byte: UInt8, at index: Int, in text: Span<UInt8>) -> Bool {
    if byte != UInt8(ascii: "\r") { return isBlank(byte) || byte == UInt8(ascii: "\n") }
    return index + 1 == text.count || text[index + 1] == UInt8(ascii: "\n")
  }

  private mutating func skipLine(in text: Span<UInt8>) {
    // Mostly the words were all of the line.
    if index < text.count, text[index] == UInt8(ascii: "\n") {
      index += 1
      return
    }
    index = LineBoundary.find(in: text, from: index) + 1
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}

/// Where a word stands, and what all of its bytes may be part of.
private struct ToolVersionWord {
  let range: Range<Int>
  let kinds: PinSyntax.Kinds

  func isToolName(in text: Span<UInt8>) -> Bool {
    kinds.contains(.toolName) && PinSyntax.canBeToolName(range, in: text)
  }

  func isPin(in text: Span<UInt8>) -> Bool {
    kinds.contains([.version, .pin]) && PinSyntax.canBePin(range, in: text)
  }
}
