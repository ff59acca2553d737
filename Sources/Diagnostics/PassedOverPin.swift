package import Vocabulary

/// A line of another version manager's file that does not decide which version runs, or a whole
/// such file.
///
/// These files belong to other programs, so what bootstrap cannot follow is passed over, as if it
/// were not there.
package struct PassedOverPin: Hashable, Sendable {
  /// A reason that a line or file is passed over.
  package enum Reason: Hashable, Sendable {
    /// No installed version is one of these, or begins with one of them. Empty if the text is not
    /// shown.
    case notInstalled([String])
    /// None of these words is the number of a version. Empty if the text is not shown.
    case noVersion([String])
    /// All of these words are aliases, such as `lts/*`, whose versions only another version manager
    /// knows.
    case alias([String])
    /// The line asks for another implementation of the tool, such as `jruby`.
    case otherImplementation(String)
    /// The statement, which is part of a program, has a form that is not understood.
    case notUnderstood(String)
    /// The line names another file, which does not exist.
    case missingFile(String)
    /// The line leaves the tool to the system, so there is nothing to install.
    case system
    /// No registry defines this tool.
    case undefined(ToolName)
    /// The first word is not the name of a tool.
    case noTool(String)
    /// The file contains the markers of a merge conflict.
    case conflictMarkers
    /// The file is text in UTF-16.
    case utf16
    /// The file is not text in UTF-8.
    case notText
    /// The user's settings turn the file off. `config` is the path of the settings.
    case turnedOff(config: String)
    /// The file cannot be read.
    case unreadable(Problem)
  }

  /// The pinned tool, or `nil` if it is unknown.
  package let tool: ToolName?
  /// The file, with the line unless the whole file is passed over.
  package let origin: Origin
  package let reason: Reason

  /// Creates the description of a line or file. Pass `nil` as `tool` if it is unknown.
  package init(tool: ToolName?, origin: Origin, _ reason: Reason) {
    self.tool = tool
    self.origin = origin
    self.reason = reason
  }

  /// Whether the line states only aliases, whose versions change with time.
  package var isAlias: Bool { if case .alias = reason { true } else { false } }

  /// Whether the file or line does not have a form that bootstrap understands, so the user may
  /// wonder why it has no effect.
  package var isUnreadable: Bool {
    switch reason {
    case .notInstalled, .turnedOff, .system, .undefined: false
    default: true
    }
  }
}
