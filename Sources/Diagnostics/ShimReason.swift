package import Vocabulary

/// Why a tool runs through its shims although the shell is in direct mode.
package enum ShimReason: Hashable, Sendable {
  /// The pinned version is not installed. The shim reports it.
  case notInstalled
  /// The pin leaves the tool to the system.
  case system
  /// The user has not accepted the tool yet.
  case notAccepted
  /// The tool has a package manager. The shim sets the variables that tell it where to install.
  case packageManager
  /// Another tool, which is pinned at the same distance or nearer and does not run directly, may
  /// also provide the executable.
  case shared(executable: String, with: ToolName)
}
