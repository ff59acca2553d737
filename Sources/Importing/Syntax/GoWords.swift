internal import Manifests

/// The words of a line in a `go.mod` file: strings in quotes, and what stands between blanks and
/// parentheses.
struct GoWords {
  /// The words, without quotes. Parentheses are words of their own.
  private(set) var words: [String] = []
  /// Whether a string has no end, so that the line is not understood.
  private(set) var isFaulty = false

  /// Reads a line of text, up to a comment.
  init(_ text: SourceText, in range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound, !isFaulty {
      let byte = text.bytes[index]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","):
        words.append(text.string(index..<index + 1))
        index += 1
      case UInt8(ascii: "/") where Self.isComment(text, index, range): return
      case UInt8(ascii: "\""), UInt8(ascii: "`"):
        index = readString(text, index..<range.upperBound, quote: byte)
      default:
        let start = index
        while index < range.upperBound, !Self.endsWord(text.bytes[index]),
          !Self.isComment(text, index, range)
        {
          index += 1
        }
        words.append(text.string(start..<index))
      }
    }
  }

  private static func isComment(_ text: SourceText, _ index: Int, _ range: Range<Int>) -> Bool {
    index + 1 < range.upperBound && text.bytes[index] == UInt8(ascii: "/")
      && text.bytes[index + 1] == UInt8(ascii: "/")
  }

  private static func endsWord(_ byte: UInt8) -> Bool { " \t\r(),\"`".utf8.contains(byte) }

  /// Reads the string at the start of `range`, and returns the offset after it. A raw string has no
  /// escapes. Of an interpreted one, only the escapes of quotes and backslashes are read, because
  /// paths and versions contain no other ones.
  private mutating func readString(
    _ text: SourceText, _ range: Range<Int>, quote: UInt8
  ) -> Int {
    var content: [UInt8] = []
    var index = range.lowerBound + 1
    while index < range.upperBound, text.bytes[index] != quote {
      let isEscape = text.bytes[index] == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
      if isEscape { index += 1 }
      if index < range.upperBound { content.append(text.bytes[index]) }
      index += 1
    }
    isFaulty = index >= range.upperBound
    words.append(String(decoding: content, as: UTF8.self))
    return index + 1
  }
}
