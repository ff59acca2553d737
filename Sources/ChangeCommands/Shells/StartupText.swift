internal import TextSearch

/// The text of a shell's startup file, and the line in it that activates bootstrap.
///
/// Removing the line restores every byte of the text before. So a text without a final newline gets
/// a line without one, and a new file begins with a comment by which it is recognized.
struct StartupText {
  /// What ``add(_:)`` has done.
  enum Change: Hashable {
    case added
    /// Another line of an earlier setup was replaced.
    case replaced(String)
    /// There was nothing to do: the text contains the line, or one that the user wrote.
    case none
  }

  /// The end of each line that bootstrap writes.
  static let mark = "  # written by `bootstrap setup --shell`"
  private static let heading =
    "# Created by `bootstrap setup --shell`, and removed with `--remove`."

  private static let newline = UInt8(ascii: "\n")

  /// The bytes, or `nil` if there is no file.
  private(set) var bytes: [UInt8]?

  /// Creates a text. `nil` means that there is no file.
  init(_ bytes: [UInt8]?) { self.bytes = bytes }

  /// Adds a line at the end, unless the text already activates bootstrap.
  ///
  /// - Returns: The change, and the number of the line.
  mutating func add(_ line: String) -> (Change, line: Int) {
    let new = Array((line + Self.mark).utf8)
    guard let bytes else {
      self.bytes = Array("\(Self.heading)\n".utf8) + new + [Self.newline]
      return (.added, 2)
    }
    var parts = Self.parts(of: bytes)
    if let index = parts.firstIndex(where: Self.isOwn) {
      let old = parts[index]
      if old == new[...] { return (.none, index + 1) }
      parts[index] = new[...]
      self.bytes = Array(parts.joined(separator: [Self.newline]))
      return (.replaced(Self.statement(in: old)), index + 1)
    }
    if let index = parts.firstIndex(where: Self.isUsers) { return (.none, index + 1) }
    if bytes.isEmpty || bytes.last == Self.newline {
      self.bytes = bytes + new + [Self.newline]
      return (.added, parts.count)
    }
    self.bytes = bytes + [Self.newline] + new
    return (.added, parts.count + 1)
  }

  /// Removes the lines that bootstrap wrote. Afterward, ``bytes`` is `nil` if bootstrap created the
  /// file and nobody has added anything.
  ///
  /// - Returns: The lines with their numbers.
  mutating func remove() -> [(line: Int, text: String)] {
    guard let bytes else { return [] }
    let parts = Self.parts(of: bytes)
    let removed = parts.enumerated().filter { Self.isOwn($0.element) }
    if removed.isEmpty { return [] }
    let rest = Array(parts.filter { !Self.isOwn($0) }.joined(separator: [Self.newline]))
    self.bytes = rest == Array("\(Self.heading)\n".utf8) ? nil : rest
    return removed.map { ($0.offset + 1, Self.statement(in: $0.element)) }
  }

  /// Returns whether a statement of the text contains `word`. Comments do not count.
  func mentions(_ word: String) -> Bool {
    Self.parts(of: bytes ?? []).contains { part in
      let line = String(decoding: part, as: UTF8.self)
      return !Self.isComment(line) && line.contains(word)
    }
  }

  private static func parts(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: newline, omittingEmptySubsequences: false)
  }

  private static func isOwn(_ line: ArraySlice<UInt8>) -> Bool {
    line.count > mark.utf8.count && line.suffix(mark.utf8.count).elementsEqual(mark.utf8)
  }

  /// Returns whether a user wrote the line to activate bootstrap.
  private static func isUsers(_ line: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    return !isComment(text) && text.contains("bootstrap") && text.contains(" activate ")
  }

  private static func isComment(_ line: String) -> Bool {
    line.drop { $0 == " " || $0 == "\t" }.hasPrefix("#")
  }

  private static func statement(in line: ArraySlice<UInt8>) -> String {
    String(decoding: line.dropLast(mark.utf8.count), as: UTF8.self)
  }
}
