/// A pin in a `.tool-version`, given by the positions of its words in the text.
package struct ToolVersionEntry {
  package let tool: Range<Int>
  /// The version, without a leading `v`.
  package let version: Range<Int>
  /// The line number, counted from 1.
  package let line: Int
}

/// A reader of `.tool-version` that the shim and the main program share.
package struct ToolVersionText {
  /// The maximum size of a file, in bytes. It bounds the cost of finding duplicates in
  /// untrusted files.
  package static let maximumByteCount = 65_536

  /// The index of the next unread byte.
  private var index: Int
  private var line = 0
  /// The tools of the pins read so far.
  private var seen: WordSet

  /// Starts reading `text`.
  ///
  /// - Throws: ``PinReadFault/malformed(line:)`` if `text` is not UTF-8 or contains NUL.
  package init(_ text: Span<UInt8>) throws(PinReadFault) {
    if let fault = UTF8Check.firstFault(in: text) {
      throw .malformed(line: LineBoundary.number(at: fault, in: text))
    }
    index = text.has("\u{FEFF}", at: 0) ? 3 : 0
    seen = WordSet(forTextOf: text.count)
  }

  /// Returns the next pin of `text`, or `nil` at the end.
  ///
  /// - Parameter text: The text that the reader was created with.
  /// - Throws: ``PinReadFault/malformed(line:)`` if a line is not a pin, or repeats a tool.
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
      return ToolVersionEntry(
        tool: tool.range, version: PinSyntax.withoutLetter(version.range, in: text), line: line)
    }
    return nil
  }

  /// Returns the next word on the line. The word is empty at the end of the line and before a
  /// comment, which starts with `#` where a word could start.
  private mutating func word(in text: Span<UInt8>) -> ToolVersionWord {
    while index < text.count, Self.isBlank(text[index]) { index &+= 1 }
    let start = index
    var kinds: PinSyntax.Kinds = [.toolName, .version, .pin]
    if start < text.count, text[start] != UInt8(ascii: "#") {
      var end = LineBoundary.wordEnd(in: text, from: start)
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

  /// Returns whether `byte`, which is at `index`, ends a word. Blanks and LF end a word. CR ends
  /// one only before LF or at the end of the text.
  private static func endsWord(_ byte: UInt8, at index: Int, in text: Span<UInt8>) -> Bool {
    if byte != UInt8(ascii: "\r") { return isBlank(byte) || byte == UInt8(ascii: "\n") }
    return index + 1 == text.count || text[index + 1] == UInt8(ascii: "\n")
  }

  /// Moves to the start of the next line.
  private mutating func skipLine(in text: Span<UInt8>) {
    // Most lines end right after their words.
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

/// The position of a word, and the kinds of words that all of its bytes may be part of.
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
