package import Vocabulary

/// The result of an update, or of a search for newer versions.
package enum UpdateNotice: Hashable, Sendable {
  /// The results of an update of these tools.
  case results([UpdatedTool])
  /// An update found nothing to change.
  case nothingToUpdate(toolCount: Int)
  /// No tool is outdated. `isStrict` is whether only versions that fit were considered.
  case nothingOutdated(toolCount: Int, isStrict: Bool)
  /// Requirements in the Toolfile hold these tools back.
  case heldBack(tools: [ToolName])
  /// The newest versions of a tool are not known, because `--offline` is set.
  case newestVersionsUnknown
}
