package import Vocabulary

/// How a version or program is selected, or why none is.
package enum SelectionNotice: Hashable, Sendable {
  /// A version was selected in the shell that was not typed in full.
  case selected(tool: ToolName, version: String)
  /// The way in which a version or program was selected.
  case report(SelectionReport)
  /// These lines and files of other version managers do not decide.
  case passedOver([PassedOverPin])
  /// A project may not use an executable of an installed tool yet. `origin` is the location that
  /// pins the tool.
  case withholds(executable: ExecutableName, tool: String, origin: Origin, Withholding)
  /// The selected version is not installed.
  case notInstalled(tool: ToolName, version: String)
  /// No file or variable pins a tool here.
  case nothingPinned
  /// No installed version provides the executable.
  case providedByNone(executable: String)
}
