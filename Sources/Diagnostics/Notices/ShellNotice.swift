package import Vocabulary

/// What happened to the startup files of shells.
package enum ShellNotice: Hashable, Sendable {
  /// The line of a startup file already activates bootstrap.
  case activatedAlready(Origin)
  /// A startup file was changed, which matters to new shells.
  case startsWithNewShell(String)
  /// No startup file of the shell, or of any shell if it is `nil`, has a line to remove.
  case notSetUp(shell: String?)
}
