internal import CPosix
internal import LibC

/// A kernel lock on a file (flock(2)). It is released at the end of this value's lifetime, and at
/// the latest when the process ends, even after a crash.
///
/// The text of the file describes the holder and its purpose to waiting processes. A second line
/// names work that may take hours. Other processes wait until it ends.
///
/// ```
/// 4711 install
/// lua 5.4.4
/// ```
package struct FileLock: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// A reason a lock was not acquired.
  package enum Failure: Error, Sendable {
    /// The timeout passed. `holder` is the text of the lock file, which may be empty.
    case timedOut(path: FilePath, holder: String)
    /// The task was canceled while it waited.
    case cancelled
    /// A system call failed.
    case system(FileError)
  }

  /// Acquires the lock at `path`, and creates the file if it is missing. Blocks the thread.
  ///
  /// - Parameters:
  ///   - path: The path of the lock file.
  ///   - purpose: The activity of this process, shown to waiting processes.
  ///   - timeout: The maximum time to wait while another process holds the lock and does not say
  ///     that its work may take hours.
  ///   - whileWaiting: Called with the text of the lock file if the lock is not free immediately,
  ///     and again when the holder begins work that may take hours.
  /// - Throws: ``Failure``.
  package static func acquire(
    _ path: FilePath, purpose: String, timeout: Duration, whileWaiting: (String) -> Void
  ) throws(Failure) -> FileLock {
    do throws(FileError) {
      return try acquire(path, purpose, timeout, whileWaiting)
    } catch {
      switch error.code {
      case ECANCELED: throw .cancelled
      case ETIMEDOUT: throw .timedOut(path: path, holder: holder(of: path))
      default: throw .system(error)
      }
    }
  }

  /// Acquires the lock. Throws ECANCELED if the task is canceled, and ETIMEDOUT if the time is up.
  private static func acquire(
    _ path: FilePath, _ purpose: String, _ timeout: Duration, _ whileWaiting: (String) -> Void
  ) throws(FileError) -> FileLock {
    let clock = ContinuousClock()
    var deadline = clock.now + timeout
    var attempts = 0
    var told: String?
    while true {
      // The file is opened again each time. It may have been removed and recreated in the
      // meantime, and a lock on the old file protects nothing.
      let descriptor = try FileDescriptor.open(path, .readWrite(permissions: 0o644))
      if try take(descriptor, LOCK_EX) {
        guard try isCurrent(descriptor) else { continue }
        try? note("\(getpid()) \(purpose)", in: descriptor)
        return FileLock(descriptor: descriptor)
      }
      attempts += 1
      // The first attempt may have met a process that only looks whether the lock is free, which
      // is nothing to report.
      let holder = attempts > 1 ? holder(of: path) : nil
      let isLong = holder?.utf8.contains(UInt8(ascii: "\n")) ?? false
      if isLong { deadline = clock.now + timeout }
      if let holder, told == nil || isLong && holder != told {
        whileWaiting(holder)
        told = holder
      }
      if Task.isCancelled { throw FileError(.lock, path, code: ECANCELED) }
      if clock.now >= deadline { throw FileError(.lock, path, code: ETIMEDOUT) }
      // flock(2) has no timeout, so the lock is polled every 20 ms.
      usleep(attempts == 1 ? 1_000 : 20_000)
    }
  }

  /// Locks a folder for work that takes a few milliseconds. Blocks the thread until no other
  /// process holds the lock.
  ///
  /// - Throws: ``FileError`` if the folder cannot be opened or locked.
  package static func acquire(folder path: FilePath) throws(FileError) -> FileLock {
    let descriptor = try FileDescriptor.open(path, .directory)
    while try !take(descriptor, LOCK_EX) { usleep(1_000) }
    return FileLock(descriptor: descriptor)
  }

  /// Tells processes that wait for the lock at `path` that this process, which holds it, begins or
  /// has ended work that may take hours. A failure is ignored, such as that of a full disk.
  ///
  /// - Parameter work: The work in one line, or `nil` if it has ended.
  package static func announce(_ work: String?, at path: FilePath) {
    let purpose = holder(of: path).prefix { $0 != "\n" }
    guard !purpose.isEmpty,
      let file = try? FileDescriptor.open(path, .readWrite(permissions: 0o644))
    else { return }
    // The purpose stays readable in between.
    if let work {
      try? file.write("\(purpose)\n\(work)".utf8)
    } else {
      ftruncate(file.number, off_t(purpose.utf8.count))
    }
  }

  /// Runs `body` while no process can acquire the lock at `path`, and returns its result. Returns
  /// `nil` without running `body` if a process holds the lock. Creates and changes no file.
  ///
  /// `body` must be short, because processes that want the lock wait for it. If the user may not
  /// read the lock file, nobody can tell whether the lock is held, and `body` runs unprotected.
  package static func whileFree<Value>(
    _ path: FilePath, _ body: () throws(FileError) -> Value
  ) throws(FileError) -> Value? {
    let descriptor: FileDescriptor
    do throws(FileError) {
      descriptor = try FileDescriptor.open(path, .read)
    } catch {
      if error.isMissing || error.isDenied { return try body() }
      throw error
    }
    // Several processes can look at the same time, because a shared lock excludes only the holder
    // of an exclusive one.
    guard try take(descriptor, LOCK_SH) else { return nil }
    let value = try body()
    _ = consume descriptor
    return value
  }

  /// Returns whether the path still leads to the locked file.
  private static func isCurrent(_ descriptor: borrowing FileDescriptor) throws(FileError) -> Bool {
    let locked = try descriptor.status()
    guard let current = try descriptor.path.status() else { return false }
    return (current.device, current.inode) == (locked.device, locked.inode)
  }

  /// Locks the file and returns true, or returns false if another holder has the lock. `operation`
  /// is LOCK_EX or LOCK_SH.
  private static func take(
    _ descriptor: borrowing FileDescriptor, _ operation: Int32
  ) throws(FileError) -> Bool {
    let number = descriptor.number
    do throws(FileError) {
      try check(.lock, descriptor.path) { bootstrap_flock(number, operation | LOCK_NB) }
      return true
    } catch {
      if error.code == EWOULDBLOCK { return false }
      throw error
    }
  }

  /// Returns the text of the lock file, or an empty string if it cannot be read.
  private static func holder(of path: FilePath) -> String {
    guard let bytes = try? path.contents(limit: 4096) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces the text of the lock file.
  private static func note(
    _ text: String, in descriptor: borrowing FileDescriptor
  ) throws(FileError) {
    ftruncate(descriptor.number, 0)
    try descriptor.write(text.utf8)
  }
}
