package import Vocabulary

/// A doubt about the publisher or the digests of a version.
package enum PublisherNotice: Hashable, Sendable {
  /// The version was yanked. `reason` may be empty.
  case yanked(tool: ToolName, version: VersionText, reason: String)
  /// The index no longer has a gem of the tool, such as `json 2.9`.
  case yankedGem(String, tool: ToolName, version: VersionText)
  /// The files for these platforms changed, although the version did not.
  case replacedFiles(tool: ToolName, version: VersionText, platforms: [Platform])
  /// The files of the version have different publishers, so the lock records none.
  case mixed(tool: ToolName, version: VersionText, files: [FilePublisher])
  /// Some files of the version have attestations, but these do not prove one publisher for all
  /// files, so the lock records no verified publisher.
  case unverified(tool: ToolName, version: VersionText, files: [UnverifiedFile])
  /// The source publishes only SHA-512 digests. The files match them, and the lock records the
  /// SHA-256 digests of the files.
  case confirmedBySHA512(tool: ToolName, version: VersionText)
  /// No digest of the files was found, so the lock trusts the files that were downloaded first.
  /// `parts` names the parts without a digest, such as `json 2.9`, or is empty if the tool itself
  /// has none.
  case trustedOnFirstUse(tool: ToolName, version: VersionText, parts: [String])
  /// The digests of these tools were not compared, because no source states them.
  case digestsNotCompared([ToolName])
  /// The sources could not confirm the locked artifacts, because of `--offline` or, if it is not
  /// `nil`, because of a problem.
  case unconfirmed(titles: [String], because: Problem?)
}
