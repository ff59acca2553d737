package import Vocabulary

/// What publishers state, or fail to state, about the files of a version.
package enum PublisherNotice: Hashable, Sendable {
  /// The publisher withdrew the version. `reason` is empty if the publisher gave none.
  case yanked(tool: ToolName, version: VersionText, reason: String)
  /// For these platforms, the new lock contains a different file of the version than the previous
  /// lock.
  case replacedFiles(tool: ToolName, version: VersionText, platforms: [Platform])
  /// The files of the version have no publisher in common, so the lock states none.
  case mixed(tool: ToolName, version: VersionText, files: [FilePublisher])
  /// No digest is published for the files of a version, so the lock trusts those that were
  /// downloaded now.
  case trustedOnFirstUse(tool: ToolName, version: VersionText)
  /// A comparison with the sources left out the digests of these tools, which nobody publishes.
  case digestsNotCompared([ToolName])
  /// It could not be confirmed that the sources of these installations publish what the lock
  /// contains. The problem is `nil` if `--offline` is the reason.
  case unconfirmed(titles: [String], because: Problem?)
}
