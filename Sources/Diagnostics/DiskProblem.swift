package import Vocabulary

/// A reason a command that manages the space on disk cannot do what it was asked to.
package enum DiskProblem: Error, Hashable, Sendable {
  /// Some of the versions to uninstall are in use. `retry` is the command line that uninstalls them
  /// anyway.
  case inUse([VersionInUse], retry: [String] = [])
  /// The trash has no such version. `version` is `nil` for any, and `removed` lists what can be
  /// restored.
  case notInTrash(tool: ToolName, version: VersionText?, removed: [String])
  /// The trash has nothing to restore.
  case trashIsEmpty
  /// The history has no change with this number, or none at all. `newest` is the number of the
  /// newest one.
  case unknownChange(number: Int?, newest: Int?)
  /// No command has recorded a project in the folder. `known` lists the recorded ones.
  case unknownProject(folder: String, known: [String])
  /// The folder for copies of locked files has an index that a person wrote, such as that of a
  /// `directory` source.
  case foreignIndex(folder: String)
  /// The folder for copies of locked files is outside of the project, because it or its parent is a
  /// symbolic link.
  case foreignFolder(folder: String, target: String)

  /// A version with the projects and the file of global pins that need it.
  package struct VersionInUse: Hashable, Sendable {
    /// The tool and the version, such as `ruff 0.17.5`.
    package let title: String
    package let users: [String]

    /// Creates a version that `users` need.
    package init(_ title: String, users: [String]) {
      self.title = title
      self.users = users
    }
  }
}
