package import Vocabulary

/// The result of `update` or `outdated`.
package enum UpdateNotice: Hashable, Sendable {
  /// What an update changed.
  case results([UpdatedTool])
  /// Nothing needed to be updated.
  case nothingToUpdate(toolCount: Int)
  /// No tool is outdated. `isStrict` is `true` if only versions that satisfy the requirements were
  /// considered.
  case nothingOutdated(toolCount: Int, isStrict: Bool)
  /// Requirements in the Toolfile hold these tools back.
  case heldBack(tools: [ToolName])
  /// These tools are held, so no update moves them.
  case held([HeldTool])
  /// The Toolfile holds no tool.
  case nothingHeld
  /// The newest versions of a tool are not known, because `--offline` is set.
  case newestVersionsUnknown
  /// The list of a tool's versions contains only those that are cached on this machine, because
  /// `--offline` is set.
  case versionsOffline
  /// A list on a terminal leaves out this many versions.
  case omittedVersions(Int)
}
