package import Diagnostics
package import Filesystem
package import Layout
internal import Projects

/// The right to change the root, and a folder for work in progress: held by one process at a time, whose kernel lock ends with it.
///
/// The folder is also the sign that work is unfinished. It is made before anything becomes visible and removed when all is
/// recorded, so whoever finds one whose owner is gone knows that the store and the shims may lag behind `installs/`.
package struct StagingArea: ~Copyable, Sendable {
  /// This process's own folder.
  package let folder: FilePath
  /// Somebody died at work: what is installed must be recorded anew.
  package let foundRemains: Bool

  private let lock: FileLock

  /// How long to wait for another process.
  package static let lockTimeout = Duration.seconds(600)

  /// Takes the lock, made with the root where there is none yet, and clears what a dead owner left.
  ///
  /// - Parameters:
  ///   - purpose: what this process does, for those who wait.
  ///   - whileWaiting: told the holder's words when the lock is not free at once.
  package static func begin(
    in root: Root, purpose: String, timeout: Duration = lockTimeout,
    whileWaiting: (String) -> Void
  ) throws(Problem) -> StagingArea {
    try onDisk { () throws(FileError) in try root.staging.makeDirectories() }
    let lock: FileLock
    do throws(FileLock.Failure) {
      lock = try FileLock.acquire(
        root.stagingLock, purpose: purpose, timeout: timeout,
        whileWaiting: whileWaiting)
    } catch {
      switch error {
      case .timedOut(let path, let holder):
        throw .system(.lockHeld(path: path.string, holder: holder))
      case .cancelled: throw .interrupted
      case .system(let error): throw Problem(error)
      }
    }
    do throws(FileError) {
      let remains = try root.unfinishedWork()
      // Our own sign of unfinished work stands before the old one goes, or a second crash would hide the first.
      let folder = root.staging.appending("work").temporarySibling()
      try folder.makeDirectory(permissions: 0o700)
      for name in remains { try root.staging.appending(name).removeTree() }
      return StagingArea(folder: folder, foundRemains: !remains.isEmpty, lock: lock)
    } catch {
      throw Problem(error)
    }
  }

  private init(folder: FilePath, foundRemains: Bool, lock: consuming FileLock) {
    self.folder = folder
    self.foundRemains = foundRemains
    self.lock = lock
  }

  /// Removes the folder: all that became visible is recorded.
  package consuming func finish() throws(Problem) {
    try onDisk { () throws(FileError) in try folder.removeTree() }
  }
}

extension PlannedInstallation {
  /// What its work in a staging folder is called: the same content may be planned for two versions or two tools.
  var stagingName: String { "\(tool)@\(version)-\(id)" }
}
