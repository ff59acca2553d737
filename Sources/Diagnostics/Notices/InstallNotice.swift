package import Vocabulary

/// What was installed, or what affects the installed tools.
package enum InstallNotice: Hashable, Sendable {
  /// All tools are installed, according to `check`.
  case ready(toolCount: Int)
  /// All tools were already installed.
  case nothingToDo(toolCount: Int)
  /// The user chose groups of the project at `origin`.
  case chosenGroups(with: [String], without: [String], origin: Origin)
  /// Versions were installed. `byteCount` is the total size of the downloads.
  case installed(titles: [String], byteCount: Int, time: Duration)
  /// One of several versions was installed.
  case installedOne(title: String)
  /// The version was installed only for a lock. Pins can select it now.
  case madeDefault(title: String)
  /// Versions that were removed from a project are still installed.
  case staysInstalled(titles: [String])
  /// The project does not use these tools on this platform.
  case notForPlatform(tools: [ToolName], platform: Platform)
  /// Several tools in the lock at this path provide the same executable.
  case sharedExecutable(ExecutableName, tools: [ToolName], lock: String)
  /// The folder was not recorded as a user of its tools, because of a problem with the store or, if
  /// there is none, because this user may not change the root.
  case unrecordedFolder(root: String, because: Problem?)
  /// The database was repaired. The `added` versions were missing from it, and `deletedCount` of
  /// its versions no longer exist.
  case databaseRepaired(added: [String], deletedCount: Int)
  /// The system does not support these restrictions of a build.
  case unrestrictedBuild([BuildRestriction])
  /// Other users can modify these parts of the root, and thus the programs that run.
  case writableByOthers(paths: [String], root: String)
}
