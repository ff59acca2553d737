/// Reads the simple forms of other version managers' files: a single exact version, or one line
/// for each tool as in asdf's `.tool-versions`.
///
/// A line with several versions, or with a word that only the other version manager understands
/// (`latest`, `lts/*`), has no usable version. A guess could silently run a different version
/// than that version manager would.
package enum IdiomaticText {
  /// A line that pins a tool.
  package struct Entry: Equatable {
    /// The name of the tool, with asdf's names translated.
    package let tool: String
    /// The exact version, or `nil` if the line does not have a simple form. Such a line does not
    /// affect the other entries.
    package let version: String?
    /// The line number, counted from 1.
    package let line: Int
  }

  /// Returns the entries of a file, in the order of its lines.
  ///
  /// If several lines pin the same tool, the first one takes effect. In a file for a single tool,
  /// however, a second line makes the version unusable.
  ///
  /// - Parameters:
  ///   - bytes: The text of the file.
  ///   - file: The kind of file.
  package static func pins(in bytes: [UInt8], of file: IdiomaticFile) -> [Entry] {
    var pins: [Entry] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let words = line.prefix { $0 != UInt8(ascii: "#") }
        .split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
        .map { String(decoding: $0, as: UTF8.self) }
      if words.isEmpty { continue }
      let tool = file.tool.map(\.description) ?? asdfAliases[words[0]] ?? words[0]
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

  /// The names of tools that asdf names differently, by asdf's name.
  private static let asdfAliases = ["nodejs": "node", "golang": "go"]

  /// Returns `version` without the prefix that version managers write before the versions of some
  /// tools: `22.1.0` for `v22.1.0` of Node.js, `3.4.1` for `ruby-3.4.1`.
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
