/// A message that is neither an answer nor a problem, as data; `Terminal` has the wording.
package enum Notice: Hashable, Sendable {
  // What was done.
  case ready(toolCount: Int)
  case nothingToDo(toolCount: Int)
  /// The file as messages name it: `Toolfile`.
  case wroteManifest(path: String)
  case lockIsCurrent
  case lockStays(toolCount: Int)
  case locked(toolCount: Int, platforms: [String])
  case addedToLock(tool: String, version: String)
  case removedFromLock(tool: String, version: String)
  case changedInLock(tool: String, from: String, to: String)
  case installed(titles: [String], byteCount: Int, time: Duration)
  case installedOne(title: String)
  /// Only a lock used it until now.
  case released(title: String)
  case notInstalledYet(tool: String, version: String)
  case uninstalled(title: String)
  case putShim(String)
  case tookShim(String)
  case verified(Verified)
  /// `secondsAgo` is nil if it was never verified.
  case lastVerified(title: String, secondsAgo: Int?, wasDamaged: Bool)
  case notRecorded(Problem)

  // What is happening.
  /// `holder` is the other process's description of itself, which may be empty.
  case waiting(holder: String)
  case waitingForSites([String])
  case resolving(toolCount: Int)
  case downloading(title: String, byteCount: Int)

  // What may surprise.
  case newerLeftOut(tool: String, version: String, platforms: [String], chosen: String)
  case platformLeftOut(tool: String, platform: String)
  /// `reason` is empty if none was given.
  case yanked(tool: String, version: String, reason: String)
  case sharedProgram(String, tools: [String], lock: String)
  case occupiedShims(paths: [String])
  case hiddenPrograms(paths: [String])

  package struct Verified: Hashable, Sendable {
    package let toolCount: Int
    package let versionCount: Int
    package let fileCount: Int
    package let byteCount: Int
    package let damagedCount: Int
    package let time: Duration

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
