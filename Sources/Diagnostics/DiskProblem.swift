/// A reason a command that manages the space on disk cannot do what it was asked to.
package enum DiskProblem: Error, Hashable, Sendable {
  /// Known projects use the version to uninstall. `retry` is the command line that uninstalls it
  /// all the same.
  case inUse(tool: String, version: String, projects: [String], retry: [String] = [])
  /// The trash has no such version. `version` is `nil` for any, and `removed` lists what can be
  /// restored.
  case notInTrash(tool: String, version: String?, removed: [String])
  /// The trash has nothing to restore.
  case trashIsEmpty
  /// No command has recorded a project in the folder. `known` lists the recorded ones.
  case unknownProject(folder: String, known: [String])
  /// The folder for copies of locked files has an index that a person wrote, such as that of a
  /// `directory` source.
  case foreignIndex(folder: String)
  /// The folder for copies of locked files is outside of the project, because it or its parent is a
  /// symbolic link.
  case foreignFolder(folder: String, target: String)
}
