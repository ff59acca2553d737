/// Searches for text in text, byte for byte.
///
/// The standard library's functions for this are in the module that also contains its regular
/// expressions. A program that calls one of them contains all of that module, 1.8 MB, so
/// Package.swift excludes it.
extension StringProtocol {
  /// Returns the first occurrence of `other`, or `nil` if there is none.
  package func firstRange(of other: String) -> Range<Index>? {
    let sought = other.utf8
    var start = startIndex
    while true {
      var (position, remainder) = (start, sought[...])
      while position < endIndex, let next = remainder.first, utf8[position] == next {
        utf8.formIndex(after: &position)
        remainder.removeFirst()
      }
      if remainder.isEmpty { return start..<position }
      if position == endIndex { return nil }
      utf8.formIndex(after: &start)
    }
  }

  /// Returns whether `other` occurs in this text.
  package func contains(_ other: String) -> Bool {
    firstRange(of: other) != nil
  }

  /// Returns the text with `replacement` in place of each occurrence of `other`, which must not be
  /// empty.
  package func replacing(_ other: String, with replacement: String) -> String {
    split(separator: other, omittingEmptySubsequences: false).joined(separator: replacement)
  }

  /// Returns the parts of the text between the occurrences of `separator`, which must not be
  /// empty.
  package func split(
    separator: String, omittingEmptySubsequences: Bool = true
  ) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    while let range = self[start...].firstRange(of: separator) {
      parts.append(self[start..<range.lowerBound])
      start = range.upperBound
    }
    parts.append(self[start...])
    return omittingEmptySubsequences ? parts.filter { !$0.isEmpty } : parts
  }
}
