package import Vocabulary

/// What happened to a pin, and what follows from it.
package enum PinNotice: Hashable, Sendable {
  /// A version was pinned that was not typed in full.
  case pinned(tool: ToolName, version: String)
  /// An import added this number of pins to `.tool-version`. `isNew` is whether there was no such
  /// file before.
  case imported(toolCount: Int, isNew: Bool)
  /// A variable of the environment selects another version than the one that was just pinned.
  case hidden(tool: ToolName, variable: String, value: String)
  /// The pinned version differs from the locked one, and the next install locks it. `variable` pins
  /// a version without a change to the project's files.
  case changesLock(tool: ToolName, version: String, locked: VersionText, variable: String)
  /// The pinned version does not match what the Toolfile beside it requires, so the next
  /// install fails. `variable` pins a version without a change to the project's files.
  case contradictsToolfile(
    tool: ToolName, version: String, requirement: String, origin: Origin, variable: String)
  /// The pinned version is not installed, or only for a lock. `isGlobal` is false for a pin of a
  /// folder.
  case notInstalledYet(tool: ToolName, version: VersionText, isLockOnly: Bool, isGlobal: Bool)
  /// The pinned version is installed only for a lock, and no registry of the user defines the tool,
  /// so that pins cannot use it.
  case cannotBeDefault(tool: ToolName, version: VersionText)
  /// The file has no pin of the tool to remove. `other` is the file of a folder above that pins the
  /// tool, or `nil` if there is none.
  case notInFile(tool: ToolName, file: String, other: String?, nearest: [String])
  /// A `.tool-version` file still pins a tool that was removed from the Toolfile. `folder` is the
  /// formatted path of its folder, or `nil` if that is the working directory.
  case stays(tool: ToolName, origin: Origin, folder: String?)
}
