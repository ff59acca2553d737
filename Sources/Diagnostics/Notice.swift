/// A message that is neither an answer nor a problem, as data. `Terminal` words it.
package enum Notice: Hashable, Sendable {
  // Completed work.
  case ready(toolCount: Int)
  case nothingToDo(toolCount: Int)
  /// `path` is the file as messages name it, such as `Toolfile`.
  case wroteManifest(path: String)
  case lockIsCurrent
  /// The lock answers the Toolfile, so resolving is unnecessary.
  case lockUnchanged(toolCount: Int)
  case locked(toolCount: Int, platforms: [String])
  case addedToLock(tool: String, version: String)
  case removedFromLock(tool: String, version: String)
  case changedInLock(tool: String, from: String, to: String)
  case installed(titles: [String], byteCount: Int, time: Duration)
  case installedOne(title: String)
  /// A version that only a lock used until now became available to pins.
  case released(title: String)
  /// A version was pinned that is not installed yet.
  case notInstalledYet(tool: String, version: String)
  case uninstalled(title: String)
  /// A shim was created.
  case createdShim(String)
  /// A shim was removed.
  case removedShim(String)
  case verified(Verified)
  /// `secondsAgo` is `nil` if the installation was never verified.
  case lastVerified(title: String, secondsAgo: Int?, wasDamaged: Bool)
  /// The result could not be recorded in the store.
  case notRecorded(Problem)

  // Work in progress.
  /// `holder` is the description that the other process gave of itself; it may be empty.
  case waiting(holder: String)
  /// Requests wait for these hosts.
  case waitingForSites([String])
  case resolving(toolCount: Int)
  case downloading(title: String, byteCount: Int)

  // Possible surprises.
  /// A newer version exists, but not for `platforms`, so `chosen` is locked.
  case newerVersionSkipped(tool: String, version: String, platforms: [String], chosen: String)
  /// The tool has no artifact for `platform` and is locked for the others.
  case platformLeftOut(tool: String, platform: String)
  /// `reason` is empty if none was given.
  case yanked(tool: String, version: String, reason: String)
  /// Several locked tools provide an executable of the same name.
  case sharedProgram(String, tools: [String], lock: String)
  /// Shims could not be created because other files have their paths.
  case occupiedShims(paths: [String])
  /// New shims hide programs that come later on `PATH`.
  case shadowedPrograms(paths: [String])

  /// The totals of a verification.
  package struct Verified: Hashable, Sendable {
    package let toolCount: Int
    package let versionCount: Int
    package let fileCount: Int
    package let byteCount: Int
    package let damagedCount: Int
    package let time: Duration

    /// Creates the totals; `versionCount` counts installations, `byteCount` the bytes of
    /// their files.
    package init(
      toolCount: Int, versionCount: Int, fileCount: Int, byteCount: Int, damagedCount: Int,
      time: Duration
    ) {
      self.toolCount = toolCount
      self.versionCount = versionCount
      self.fileCount = fileCount
      self.byteCount = byteCount
      self.damagedCount = damagedCount
      self.time = time
    }
  }
}
