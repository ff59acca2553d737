package import Installation
package import Shims

/// What a workflow tells while it works, for whoever shows it.
package enum WorkEvent: Sendable {
  /// Another process changes the root; `holder` is what it says of itself.
  case waiting(holder: String)
  /// The sources are asked for so many tools.
  case resolving(toolCount: Int)
  /// A tool has no artifact for a platform that is only covered by default, and is locked for the others.
  case platformLeftOut(tool: String, platform: String)
  /// A version was asked for exactly and chosen, though its source took it back; the reason is empty where none was given.
  case yanked(tool: String, version: String, reason: String)
  /// A newer version of a tool that would do has no artifact for platforms that the Toolfile names.
  case newerLeftOut(tool: String, version: String, platforms: [String], chosen: String)
  /// A lock was made.
  case locked(toolCount: Int, platforms: [String])
  /// Several tools of the lock, as messages name it, provide a program of one name.
  case sharedProgram(String, tools: [String], lock: String)
  /// Shims were put and taken.
  case shims(ShimDirectory.Changes)
  case install(InstallEvent)
}
