package import Vocabulary

/// An installation that cannot be verified, because nothing but its own receipt describes it.
package struct UnanchoredInstallation: Hashable, Sendable {
  package let tool: ToolName
  package let version: VersionText
  package let download: KeptDownloadFault
  /// The reason the store does not describe the installation, or `nil` if the store was not asked,
  /// because the verification goes by the lock alone.
  package let record: RecordFault?

  /// Creates the description of an installation that lacks both a download and a record.
  package init(
    tool: ToolName, version: VersionText, download: KeptDownloadFault, record: RecordFault?
  ) {
    self.tool = tool
    self.version = version
    self.download = download
    self.record = record
  }
}

/// A reason the kept downloads of an installation do not show what must be installed.
package enum KeptDownloadFault: Error, Hashable, Sendable {
  /// A download is no longer kept.
  case missing
  /// The file at `path` has other bytes than the download.
  case altered(path: String)
  /// The download is intact, but has another size than the lock states.
  case otherSize(locked: Int, actual: Int)
  /// The download cannot be what was installed, because it cannot be installed.
  case unusable(ArtifactProblem.Fault)
  /// The installation was built from its download, which does not show the result.
  case built
  /// The file at `path` cannot be read. `reason` is the system's error message.
  case unreadable(path: String, reason: String)
}

/// A reason the store does not show what must be installed.
package enum RecordFault: Error, Hashable, Sendable {
  /// The store does not record the installation, or there is no store.
  case missing
  /// The record was rebuilt from the receipt, or made by an older bootstrap, which did not
  /// distinguish such records from those of installs.
  case rebuilt
  /// The store cannot be read.
  case unreadable
}
