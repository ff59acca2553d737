internal import CSQLite
internal import LibC

/// A watch that detects commits by other processes (`PRAGMA data_version`).
///
/// It polls every 20 ms, which takes a few microseconds, and only while there are listeners. A file
/// watch would wake up for every write of every transaction, including this process's own, and
/// works differently on each system.
struct CommitWatch: Sendable {
  /// A connection that only reads this number.
  private let connection: Connection
  private let path: String
  /// The file that the connection has open.
  private let file: StoreFileIdentity?
  /// The number after the last commit that was detected or skipped.
  private var version: Int64

  /// Starts a watch on the file that a connection has opened at `path`.
  init(_ connection: Connection, path: String) throws(StoreError) {
    self.connection = connection
    self.path = path
    file = StoreFileIdentity(of: path)
    version = try connection.dataVersion()
  }

  /// Waits until it is time to poll again.
  static func sleep() { usleep(20_000) }

  /// Returns whether another connection has committed since the last call.
  ///
  /// - Throws: ``StoreError/replaced(path:)`` if the file is no longer at its path,
  ///   ``StoreError/notADatabase`` if it was emptied, or another ``StoreError`` of the read.
  mutating func noticesCommit() throws(StoreError) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0, StoreFileIdentity(status) == file else {
      throw .replaced(path: path)
    }
    guard status.st_size > 0 else {
      throw .notADatabase(path: path, ResultCode(rawValue: SQLITE_NOTADB))
    }
    let found: Int64
    do {
      found = try connection.dataVersion()
    } catch .busy {
      // Another process has locked the file. The next call sees its commit.
      return false
    }
    defer { version = found }
    return found != version
  }

  /// Skips all commits so far. If that fails, the next call reports it.
  mutating func skipCommit() { version = (try? connection.dataVersion()) ?? version }
}

extension Connection {
  /// Returns a number that changes with each commit of another connection
  /// (`PRAGMA data_version`).
  func dataVersion() throws(StoreError) -> Int64 {
    try statement("PRAGMA data_version").integer() ?? 0
  }
}
