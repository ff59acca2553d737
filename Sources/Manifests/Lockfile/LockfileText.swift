internal import Synchronization

/// The canonical text of a lock, and the line numbers of its stanzas in the order of its tools.
/// Both are made only once, when they are first needed.
final class LockfileText: Sendable {
  private struct Known {
    var bytes: [UInt8]?
    var lines: [Int]?
  }

  private let known: Mutex<Known>

  /// Creates the text of a lock.
  ///
  /// - Parameter lines: The line numbers in the file that was parsed, or `nil` if the lock was not
  ///   parsed.
  init(lines: [Int]?) { known = Mutex(Known(lines: lines)) }

  /// Returns the canonical text of `lock` in UTF-8.
  func bytes(of lock: Lockfile) -> [UInt8] {
    known.withLock { known in
      if let bytes = known.bytes { return bytes }
      var writer = LockfileWriter()
      writer.write(lock)
      known.bytes = writer.bytes
      known.lines = known.lines ?? writer.stanzas
      return writer.bytes
    }
  }

  /// Returns the line numbers of the stanzas of `lock`.
  func lines(of lock: Lockfile) -> [Int] {
    known.withLock { known in
      if let lines = known.lines { return lines }
      var writer = LockfileWriter()
      writer.write(lock)
      known.bytes = known.bytes ?? writer.bytes
      known.lines = writer.stanzas
      return writer.stanzas
    }
  }
}
