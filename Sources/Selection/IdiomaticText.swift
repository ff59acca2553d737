/// Reads the simple forms of other version managers' files: one exact version, or asdf's line for each tool.
///
/// Where several versions stand, or a word that only their own program understands (`latest`, `lts/*`), the tool has none: another
/// version than theirs would run, and nobody would know.
package enum IdiomaticText {
  package struct Entry: Equatable {
    package let tool: String
    /// nil: the line is in no simple form. That is for who wants this tool to know; the others of the file are as good as before.
    package let version: String?
    package let line: Int
  }

  /// The pins of `bytes`, the text of a file of the kind `file`; of one tool only the first.
  package static func pins(in bytes: [UInt8], of file: IdiomaticFile) -> [Entry] {
    var pins: [Entry] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let words = line.prefix { $0 != UInt8(ascii: "#") }
        .split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
        .map { String(decoding: $0, as: UTF8.self) }
      if words.isEmpty { continue }
      let tool = file.tool.map(\.description) ?? otherNames[words[0]] ?? words[0]
      if file.tool != nil, let first = pins.first {
        return [
          Entry(tool: tool, version: nil, line: first.version == nil ? first.line : index + 1)
        ]
      }
      if pins.contains(where: { $0.tool == tool }) { continue }
      let version = withoutPrefix(words[words.count - 1], of: tool)
      let isPin =
        words.count == (file.tool == nil ? 2 : 1)
        && Array(version.utf8).withSpan { PinSyntax.isPin(0..<$0.count, in: $0) }
      pins.append(Entry(tool: tool, version: isPin ? version : nil, line: index + 1))
    }
    return pins
  }

  /// Tools that asdf calls otherwise.
  private static let otherNames = ["nodejs": "node", "golang": "go"]

  /// Version managers write some versions with a word before them that is no part of the version.
  private static func withoutPrefix(_ version: String, of tool: String) -> String {
    let prefix =
      switch tool {
      case "node": "v"
      case "ruby": "ruby-"
      default: ""
      }
    return version.hasPrefix(prefix) ? String(version.dropFirst(prefix.count)) : version
  }
}
