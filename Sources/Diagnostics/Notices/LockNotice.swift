package import Vocabulary

/// What a lock contains now, and how it differs from another.
package enum LockNotice: Hashable, Sendable {
  /// `lock --check` found that the lock matches the Toolfile, and with `--online` its sources.
  case isCurrent(isOnline: Bool)
  /// `lock` found nothing to change, so the lock was not written.
  case unchanged(toolCount: Int)
  /// A lock was written.
  case locked(toolCount: Int, platforms: [Platform])
  /// A new lock has another version of a tool than the one before. `from` is `nil` if it adds the
  /// tool, and `to` is `nil` if it removes the tool. The last value lists the newer versions.
  case change(tool: ToolName, from: VersionText?, to: VersionText?, [HeldBackVersion])
  /// A new lock keeps the version of a tool although its request has changed.
  case requestChange(LockDifference.Change)
  /// The two sides of a merge differ in a tool, and the new lock has the version `to`, or `nil` if
  /// it does not have the tool. The last value lists the newer versions.
  case merged(tool: ToolName, MergedVersions, to: VersionText?, [HeldBackVersion])
  /// A new lock covers a platform that the one before did not, or no longer covers it.
  case platformChange(Platform, isAdded: Bool)
  /// The statement at `origin` limits a tool to platforms that the project does not have. With
  /// `isRemoved`, the project had them until now.
  case platformsNotListed([Platform], tool: ToolName, origin: Origin, isRemoved: Bool)
  /// A new lock would not be the same as the current one. `changeCount` is the number of tools with
  /// other versions.
  case wouldChange(changeCount: Int)
  /// A removed tool is still locked, because these locked tools need it.
  case stillLocked(tool: ToolName, requesters: [String])
  /// A project leaves the tool to the system, and these needs are taken as met. `config` is the
  /// path of the user's settings.
  case systemToolUnchecked(ToolName, needs: [String], config: String)
  /// `--explanation` wrote the proof of a conflict to this file.
  case explanationWritten(path: String)
}
