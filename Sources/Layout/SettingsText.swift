internal import TextSearch

/// The text of the user's `config`, by lines, which an edit keeps as they are: the comments, the
/// order, and the lines that it does not understand.
package struct SettingsText: Hashable, Sendable {
  /// A line with a key.
  package struct Entry: Hashable, Sendable {
    package let key: String
    /// The words after the key, without a comment.
    package let values: [String]
    /// The line in the file, from 1.
    package let line: Int
  }

  /// The lines without their ends.
  private var lines: [String]
  private let lineEnding: String
  /// Whether the file is UTF-8 text. Otherwise, an edit would change more than its line.
  package let isEditable: Bool

  /// Creates the text from the bytes of a file. Bytes that are not UTF-8 are replaced.
  package init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    isEditable = text.utf8.elementsEqual(bytes)
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    lineEnding = text.contains("\r\n") ? "\r\n" : "\n"
  }

  /// The bytes of the file.
  package var bytes: [UInt8] { lines.flatMap { Array(($0 + lineEnding).utf8) } }

  /// The lines with keys, in their order.
  package var entries: [Entry] {
    lines.enumerated().compactMap { index, line in
      let words = Self.words(of: line).map { String(line[$0]) }
      return words.first.map { Entry(key: $0, values: Array(words.dropFirst()), line: index + 1) }
    }
  }

  /// Replaces all lines of a key. Each new line takes the place of an old one and keeps its
  /// comment, as long as there are any; the others follow the last of them, or the end of the file.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - subject: The first word after the key in the lines to replace, or `nil` for all lines.
  ///   - values: The words after the key of each new line. Empty to remove the key.
  package mutating func set(_ key: String, of subject: String? = nil, to values: [[String]]) {
    var rest = values[...]
    var result: [String] = []
    var end: Int?
    for line in lines {
      let words = Self.words(of: line)
      guard let first = words.first, line[first] == key,
        subject == nil || words.count > 1 && line[words[1]] == subject ?? ""
      else {
        result.append(line)
        continue
      }
      guard let value = rest.popFirst() else { continue }
      let last = words.last?.upperBound ?? first.upperBound
      let text = ([key] + value).joined(separator: " ")
      result.append(line[..<first.lowerBound] + text + line[last...])
      end = result.count
    }
    result.insert(
      contentsOf: rest.map { ([key] + $0).joined(separator: " ") }, at: end ?? result.count)
    lines = result
  }

  /// Returns the words of a line before its comment. A `#` inside a word does not begin one.
  private static func words(of line: String) -> [Range<String.Index>] {
    line.split { $0 == " " || $0 == "\t" }.prefix { !$0.hasPrefix("#") }
      .map { $0.startIndex..<$0.endIndex }
  }
}
