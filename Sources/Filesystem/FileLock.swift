internal import CPosix
internal import LibC

/// A lock of the kernel on a file (flock(2)): gone with the process that holds it, however it ends.
///
/// The file's text says who holds it and for what, for whoever waits; nothing depends on it.
package struct FileLock: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  package enum Failure: Error, Sendable {
    /// `holder` is what the holder wrote; empty when it wrote nothing.
    case timedOut(path: FilePath, holder: String)
    /// The task was cancelled while it waited.
    case cancelled
    case system(FileError)
  }

  /// Takes the lock at `path`, made where it is missing.
  ///
  /// - Parameters:
  ///   - purpose: what this process does, for those who wait.
  ///   - timeout: how long to wait for another holder.
  ///   - whileWaiting: called once, with the holder's words, when the lock is not free at once.
  package static func acquire(
    _ path: FilePath, purpose: String, timeout: Duration, whileWaiting: (String) -> Void
  ) throws(Failure) -> FileLock {
    do throws(FileError) {
      let clock = ContinuousClock()
      let deadline = clock.now + timeout
      var hasReportedWait = false
      while true {
        // Opened anew each time: while we waited, the file may have been removed and made again, and a lock on the old one is worth
        // nothing.
        let descriptor = try FileDescriptor.open(path, .readWrite(permissions: 0o644))
        if try take(descriptor) {
          guard try isCurrent(descriptor) else { continue }
          try? note("\(getpid()) \(purpose)", in: descriptor)
          return FileLock(descriptor: descriptor)
        }
        if !hasReportedWait {
          hasReportedWait = true
          whileWaiting(holder(of: path))
        }
        if Task.isCancelled { throw FileError(.lock, path, code: ECANCELED) }
        if clock.now >= deadline { throw FileError(.lock, path, code: ETIMEDOUT) }
        usleep(20_000)
      }
    } catch {
      if error.code == ECANCELED { throw .cancelled }
      if error.code == ETIMEDOUT { throw .timedOut(path: path, holder: holder(of: path)) }
      throw .system(error)
    }
  }

  /// Whether the path still leads to the file that was locked.
  private static func isCurrent(_ descriptor: borrowing FileDescriptor) throws(FileError) -> Bool {
    let locked = try descriptor.status()
    guard let current = try descriptor.path.status() else { return false }
    return (current.device, current.inode) == (locked.device, locked.inode)
  }

  private static func take(_ descriptor: borrowing FileDescriptor) throws(FileError) -> Bool {
    let number = descriptor.number
    do throws(FileError) {
      try check(.lock, descriptor.path) { bootstrap_flock(number, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.code == EWOULDBLOCK { return false }
      throw error
    }
  }

  private static func holder(of path: FilePath) -> String {
    guard let bytes = try? path.contents(limit: 4096) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func note(
    _ text: String, in descriptor: borrowing FileDescriptor
  ) throws(FileError) {
    ftruncate(descriptor.number, 0)
    try descriptor.write(text.utf8)
  }
}
