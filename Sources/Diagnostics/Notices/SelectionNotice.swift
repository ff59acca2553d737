package import Vocabulary

/// Which version or program is selected, and why.
package enum SelectionNotice: Hashable, Sendable {
  /// The user typed a prefix, and this version was selected in the shell.
  case selected(tool: ToolName, version: String)
  /// How a version or program was selected.
  case report(SelectionReport)
  /// These lines and files of other version managers were ignored.
  case passedOver([PassedOverPin])
  /// A project may not use this executable yet. `tool` is a title such as `ruff 0.17.5`, which is
  /// pinned at `origin`.
  case withholds(executable: ExecutableName, tool: String, origin: Origin, Withholding)
  /// The selected version is not installed.
  case notInstalled(tool: ToolName, version: String)
  /// Nothing is pinned here.
  case nothingPinned
  /// No installed tool provides the executable.
  case providedByNone(executable: String)
}
