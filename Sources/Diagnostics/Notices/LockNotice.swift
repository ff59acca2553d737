package import Vocabulary

/// The contents of a lock, or how a new lock differs from the previous one.
package enum LockNotice: Hashable, Sendable {
  /// The lock matches the Toolfile and, with `--online`, its sources.
  case isCurrent(isOnline: Bool)
  /// The lock needed no changes and was not written.
  case unchanged(toolCount: Int)
  /// A lock was written.
  case locked(toolCount: Int, platforms: [Platform])
  /// A tool's version changed. `from` is `nil` if the tool was added, and `to` is `nil` if it was
  /// removed. The last value lists newer versions.
  case change(tool: ToolName, from: VersionText?, to: VersionText?, [HeldBackVersion])
  /// A tool keeps its version although its request changed.
  case requestChange(LockDifference.Change)
  /// Gems of a tool have other versions: `json 2.9 → 2.10`.
  case gemsMoved(tool: ToolName, [String])
  /// The two sides of a merge have different versions of a tool. `to` is the version in the new
  /// lock, or `nil` if the tool was removed. The last value lists newer versions.
  case merged(tool: ToolName, MergedVersions, to: VersionText?, [HeldBackVersion])
  /// A platform was added to the lock or removed from it.
  case platformChange(Platform, isAdded: Bool)
  /// The statement at `origin` limits a tool to platforms that are not in the project. If
  /// `isRemoved` is `true`, they were just removed.
  case platformsNotListed([Platform], tool: ToolName, origin: Origin, isRemoved: Bool)
  /// A new lock would differ from the current one. `changeCount` is the number of tools whose
  /// versions would change.
  case wouldChange(changeCount: Int)
  /// The removed tool is still locked, because these tools need it.
  case stillLocked(tool: ToolName, requesters: [String])
  /// The tool is pinned to `system`, and its version is unknown. These needs are assumed to be met.
  /// `config` is the path of the user's settings.
  case systemToolUnchecked(ToolName, needs: [String], config: String)
  /// Of the `of` versions of a new tool and its gems, `kept` are the versions in Bundler's lock.
  case bundledVersions(tool: ToolName, file: String, kept: Int, of: Int)
  /// Bundler's lock names these gems, such as `json 2.9`, which the index does not have.
  case bundledVersionsMissing(file: String, gems: [String])
  /// Bundler's lock cannot be read at this position, so its versions are not kept.
  case unreadableBundle(Origin)
  /// The explanation of a conflict was written to this file.
  case explanationWritten(path: String)
}
