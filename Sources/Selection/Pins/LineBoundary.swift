internal import CShim

/// Where lines begin and end, found sixteen bytes at a time.
enum LineBoundary {
  /// The index of the first line feed at or after `start`, or the end of `text`.
  static func find(in text: Span<UInt8>, from start: Int) -> Int {
    if start >= text.count { return text.count }
    return unsafe text.withUnsafeBytes {
      unsafe Int(shim_line_end($0.baseAddress, start, $0.count))
    }
  }

  /// The index of the first byte at or after `start` that is no lower-case letter, digit, dot or dash: where most words end.
  static func ofWord(in text: Span<UInt8>, from start: Int) -> Int {
    if start >= text.count { return text.count }
    return unsafe text.withUnsafeBytes {
      unsafe Int(shim_word_end($0.baseAddress, start, $0.count))
    }
  }

  /// The end of the line that begins at `start`, without its CR. `next` is where the next one begins.
  static func ofLine(in text: Span<UInt8>, from start: Int, next: inout Int) -> Int {
    let end = find(in: text, from: start)
    next = end + 1
    return end > start && text[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
  }

  /// Where the next line of a lock begins that matters for choosing a version, from the one that begins at `start` on: one at the
  /// margin, or one that may be of the word `provides`. The end of `text` where there is none.
  static func nextHeading(in text: Span<UInt8>, from start: Int) -> Int {
    if start >= text.count { return text.count }
    return unsafe text.withUnsafeBytes {
      unsafe Int(shim_next_heading($0.baseAddress, start, $0.count))
    }
  }

  /// The number of the line that holds `index`, counted from 1.
  static func number(at index: Int, in text: Span<UInt8>) -> Int {
    1 + count(in: text, from: 0, to: index)
  }

  /// How many lines end at or behind `start` and before `end`.
  static func count(in text: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var count = 0
    var next = find(in: text, from: start) + 1
    while next <= end {
      count += 1
      next = find(in: text, from: next) + 1
    }
    return count
  }
}
