internal import CShim

/// Finds the boundaries of lines and words, sixteen bytes at a time.
enum LineBoundary {
  /// Returns the index of the first line feed at or after `start`, or the end of `text`.
  static func find(in text: Span<UInt8>, from start: Int) -> Int {
    if start >= text.count { return text.count }
    return unsafe text.withUnsafeBytes {
      unsafe Int(shim_line_end($0.baseAddress, start, $0.count))
    }
  }

  /// Returns the index of the first byte at or after `start` that is not a lowercase letter,
  /// digit, dot, or dash, or the end of `text`. Most words end there.
  static func wordEnd(in text: Span<UInt8>, from start: Int) -> Int {
    if start >= text.count { return text.count }
    return unsafe text.withUnsafeBytes {
      unsafe Int(shim_word_end($0.baseAddress, start, $0.count))
    }
  }

  /// Returns the end of the line that begins at `start`, excluding a CR before the line feed.
  /// Sets `next` to the start of the next line.
  static func ofLine(in text: Span<UInt8>, from start: Int, next: inout Int) -> Int {
    let end = find(in: text, from: start)
    next = end + 1
    return end > start && text[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
  }

  /// Returns the start of the next line of a lock that matters for the choice of a version, or
  /// the end of `text`. Such a line is unindented or may be a `provides` line. The search starts
  /// with the line that begins at `start`.
  static func nextHeading(in text: Span<UInt8>, from start: Int) -> Int {
    if start >= text.count { return text.count }
    return unsafe text.withUnsafeBytes {
      unsafe Int(shim_next_heading($0.baseAddress, start, $0.count))
    }
  }

  /// Returns the number of the line that contains `index`, counted from 1.
  static func number(at index: Int, in text: Span<UInt8>) -> Int {
    1 + count(in: text, from: 0, to: index)
  }

  /// Returns the number of lines that end at or after `start` and before `end`.
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
