package import Vocabulary

/// The effect of a new or removed pin.
package enum PinNotice: Hashable, Sendable {
  /// A prefix was resolved to this version, which is now pinned.
  case pinned(tool: ToolName, version: PinnedVersion)
  /// An import added pins to `.tool-version`, or created the file if `isNew` is `true`.
  case imported(toolCount: Int, isNew: Bool)
  /// An environment variable overrides the new pin.
  case hidden(tool: ToolName, variable: String, value: String)
  /// The pinned version differs from the locked version, so the next install updates the lock.
  /// Setting `variable` instead leaves the project's files alone.
  case changesLock(
    tool: ToolName, version: PinnedVersion, locked: VersionText, variable: String)
  /// The pinned version does not satisfy the Toolfile beside it, so the next install fails. Setting
  /// `variable` instead leaves the project's files alone.
  case contradictsToolfile(
    tool: ToolName, version: PinnedVersion, requirement: String, origin: Origin, variable: String)
  /// The pinned version is not installed, or is installed only for a lock. `isGlobal` is `false`
  /// for a pin in a folder. `uncovered` is this platform if the folder's Toolfile does not name it,
  /// so that an install fails until it does.
  case notInstalledYet(
    tool: ToolName, version: VersionText, isLockOnly: Bool, isGlobal: Bool,
    uncovered: Platform? = nil)
  /// The pinned version is installed only for a lock, and pins cannot use it because the user's
  /// registries do not define the tool.
  case cannotBeDefault(tool: ToolName, version: VersionText)
  /// The file does not pin the tool. `other` is the file in a parent folder that does, or `nil` if
  /// there is none.
  case notInFile(tool: ToolName, file: String, other: String?, nearest: [ToolName])
  /// `.tool-version` still pins a tool that was removed from the Toolfile. `folder` is the
  /// formatted path of its folder, or `nil` for the working directory.
  case stays(tool: ToolName, origin: Origin, folder: String?)
}
