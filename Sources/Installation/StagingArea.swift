package import Diagnostics
package import Filesystem
package import Layout
internal import Projects

/// The exclusive right to change the root, with a folder for work in progress. A kernel lock, which
/// ends with its process, grants this right to one process at a time.
///
/// The folder also marks unfinished work. It is created before anything becomes visible, and
/// removed once everything is recorded. If a process finds the folder of a dead process, the store
/// and the shims may not match `installs/` yet.
package struct StagingArea: ~Copyable, Sendable {
  /// The folder of this process.
  package let folder: FilePath
  /// Whether an earlier process died during its work. If so, the caller must update the store to
  /// match the installed versions.
  package let foundRemains: Bool

  private let lock: FileLock

  /// The default time to wait for another process: ten minutes.
  package static let lockTimeout = Duration.seconds(600)

  /// Acquires the lock and removes the remains of dead processes. Creates the root if it
  /// is missing.
  ///
  /// - Parameters:
  ///   - root: The root to change.
  ///   - purpose: The name of this process's work, shown to waiting processes.
  ///   - timeout: How long to wait for another process.
  ///   - makeRoom: Called under the lock before anything is written, to free space on a full disk.
  ///   - whileWaiting: Called if another process holds the lock, with a description of it.
  /// - Throws: ``SystemProblem/lockHeld(path:holder:)`` if the lock is still held after `timeout`,
  ///   ``SystemProblem/foreignFolder(path:target:owner:)`` if a folder of the root is a link or
  ///   belongs to somebody else, ``Problem/interrupted`` if the task is canceled, or the failure of
  ///   a system call.
  package static func begin(
    in root: Root, purpose: String, timeout: Duration = lockTimeout,
    makingRoom makeRoom: () -> Void = {}, whileWaiting: (String) -> Void
  ) throws(Problem) -> StagingArea {
    try mappingFileErrors { () throws(FileError) in
      try root.checkFolders()
      try root.staging.makeDirectories()
    }
    let lock: FileLock
    do {
      lock = try FileLock.acquire(
        root.stagingLock, purpose: purpose, timeout: timeout,
        whileWaiting: whileWaiting)
    } catch {
      throw Problem(error)
    }
    makeRoom()
    do {
      let remains = try root.unfinishedWork()
      // Create this process's marker before removing the old ones. Otherwise a crash in between
      // would leave no marker of the unfinished work.
      let folder = root.newStagingArea
      try folder.makeDirectory(permissions: 0o700)
      // The store syncs its own records. If a power failure leaves it ahead of the folders, the
      // marker must have survived.
      try root.staging.path.synchronize()
      for name in remains {
        try PlacedReceipts(in: folder).take(
          from: PlacedReceipts(in: root.staging.appending(name)))
        try root.staging.removeTree(name)
      }
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

  /// Removes the folder and releases the lock. Call this after recording all visible installations.
  package consuming func finish() throws(Problem) {
    try mappingFileErrors(try folder.removeTree())
  }

  /// Moves the folder to the trash and releases the lock. Use this instead of ``finish()`` after an
  /// interruption: deleting thousands of files would delay the end of the process.
  package consuming func discard(to trash: Trash) throws(Problem) {
    try mappingFileErrors(try trash.takeStaged(folder))
  }
}

extension PlannedInstallation {
  /// The name of the installation's folder in the staging area. It includes tool and version,
  /// because a plan may contain the same content for two tools or versions.
  var stagingName: String { "\(tool)@\(version)-\(id)" }
}
