package import Vocabulary

/// The result of setting up a shell.
package enum ShellNotice: Hashable, Sendable {
  /// A line in a startup file already activates bootstrap.
  case activatedAlready(Origin)
  /// A startup file was changed, which takes effect in new shells.
  case startsWithNewShell(String)
  /// The shell, or all shells if it is `nil`, had not been set up.
  case notSetUp(shell: String?)
}
