package import Vocabulary

/// Why a tool keeps running through its shims in a shell in direct mode.
package enum ShimReason: Hashable, Sendable {
  /// The pinned version is not installed. The shim reports it.
  case notInstalled
  /// The pin leaves the tool to the system.
  case system
  /// The user has not accepted the tool yet.
  case notAccepted
  /// The tool has a package manager. The shim sets the variables that tell it where to install.
  case packageManager
  /// Another tool that is pinned as near or nearer, and that does not run directly, may provide the
  /// executable too.
  case shared(executable: String, with: ToolName)
}
