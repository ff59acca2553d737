package import Vocabulary

/// The version or program that is selected, or the reason that none is.
package enum SelectionNotice: Hashable, Sendable {
  /// A prefix was resolved to this version, which the shell now uses.
  case selected(tool: ToolName, version: PinnedVersion)
  /// `x` runs this version of a tool, for this reason.
  case runs(tool: ToolName, version: PinnedVersion, RunReason)
  /// `x` runs a tool that the project wants only for other platforms.
  case runsLimited(LimitedTool)
  /// How a version or program was selected.
  case report(SelectionReport)
  /// These lines and files of other version managers were ignored.
  case passedOver([PassedOverPin])
  /// A project may not use this executable yet. `origin` pins the version that provides it.
  case withholds(
    executable: ExecutableName, tool: ToolName, version: PinnedVersion, origin: Origin,
    Withholding)
  /// The selected version is not installed.
  case notInstalled(tool: ToolName, version: PinnedVersion)
  /// Nothing is pinned here.
  case nothingPinned
  /// No installed tool provides the executable.
  case providedByNone(executable: String)
  /// No installed tool has a file with this name.
  case fileInNone(name: String)
  /// No file of an installed tool and no download has this digest.
  case digestInNone(SHA256Digest)
}
