package import Diagnostics
internal import Manifests
package import Vocabulary

/// An entry of another tool's manifest.
package struct ForeignStatement: Hashable, Sendable {
  /// What an entry asks for.
  package enum Content: Hashable, Sendable {
    case tool(ForeignTool)
    /// The version of a tool that another file in the same folder states.
    case file(String, tool: String)
    /// The entries of other files of the same format, at all of these paths. Their tools are also
    /// in these groups.
    case include([ForeignPath], groups: [GroupName])
    /// Other files that are not read, for this reason. The text names them.
    case unreadInclude(String, ImportRemark.Reason)
    /// An entry that has no equivalent in a Toolfile.
    case other(ImportRemark.Reason)
    /// No entry, but a part of the entries in a block. It is left out for this reason.
    case part(ImportRemark.Reason)
  }

  /// The entry as messages show it. Has no comment, and no value that may be a secret: neither that
  /// of an option nor any part that is not understood.
  package let text: String
  /// The line, counted from 1, or `nil` if the entry is the file itself.
  package let line: Int?
  package let content: Content
  /// The gem that the entry names, even if only under a condition, or `nil` if it names none.
  package let gem: String?

  /// Creates an entry.
  package init(_ text: String, line: Int?, _ content: Content, gem: String? = nil) {
    self.text = text
    self.line = line
    self.content = content
    self.gem = gem
  }

  /// Returns the same entry with other contents.
  func replacing(_ content: Content) -> ForeignStatement {
    ForeignStatement(text, line: line, content, gem: gem)
  }

  /// Returns the entry of a line that is not understood. It shows only the first word, because
  /// anything else may be a secret.
  static func notUnderstood(_ text: String, line: Int) -> ForeignStatement {
    let word = text.prefix { !$0.isWhitespace && !"=:".contains($0) }
    let shown = ForeignName.shown(word)
    return ForeignStatement(
      word.count == text.count || shown == ForeignName.hidden ? shown : "\(shown) …", line: line,
      .other(.notUnderstood))
  }
}
