package import Vocabulary

/// What is installed, and the state of the root that contains it.
package enum InstallNotice: Hashable, Sendable {
  /// A check found all tools installed.
  case ready(toolCount: Int)
  /// An install found all tools installed already.
  case nothingToDo(toolCount: Int)
  /// These versions were installed. `byteCount` is the total size of their artifacts as downloaded.
  case installed(titles: [String], byteCount: Int, time: Duration)
  /// One of several versions was installed.
  case installedOne(title: String)
  /// Pins can now select this version, which was installed only for a lock until now.
  case madeDefault(title: String)
  /// These versions, which were removed from a project, stay installed.
  case staysInstalled(titles: [String])
  /// The project limits these tools to other platforms than this machine's.
  case notForPlatform(tools: [ToolName], platform: Platform)
  /// Several tools provide an executable with this name, so it is ambiguous which of them runs.
  /// `lock` is the path of the lock that contains these tools.
  case sharedExecutable(ExecutableName, tools: [ToolName], lock: String)
  /// The folder of a command was not recorded as a user of its tools, because this user may not
  /// change the root or, if there is a problem, because of that one with the store.
  case unrecordedFolder(root: String, because: Problem?)
  /// The database was brought in line with the installed versions: it lacked the `added` ones, and
  /// had `deletedCount` that are gone.
  case databaseRepaired(added: [String], deletedCount: Int)
  /// Others than their owner may change these parts of the root, and so what runs.
  case writableByOthers(paths: [String], root: String)
}
