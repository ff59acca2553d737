internal import CSQLite
internal import LibC

/// Notices that another process has committed to a store (`PRAGMA data_version`).
///
/// The number is asked for in steps of 20 ms, only while somebody listens. Each takes a few
/// microseconds. A watch of the files would be woken by every write of a transaction, also of this
/// process, and differs between systems.
struct CommitWatch: Sendable {
  /// A connection that only reads this number.
  private let connection: Connection
  private let path: String
  /// The file that the connection has open.
  private let file: StoreFileIdentity?
  /// The number after the last commit that was noticed or skipped.
  private var version: Int64

  /// Starts to watch the file that a connection has open at `path`.
  init(_ connection: Connection, path: String) throws(StoreError) {
    self.connection = connection
    self.path = path
    file = StoreFileIdentity(of: path)
    version = try connection.dataVersion()
  }

  /// Waits for the time between two questions.
  static func sleep() { usleep(20_000) }

  /// Returns whether another connection has committed since the last call.
  ///
  /// - Throws: ``StoreError/replaced(path:)`` if the file is no longer at its path,
  ///   ``StoreError/notADatabase`` if it was emptied, or another ``StoreError`` of the read.
  mutating func noticesCommit() throws(StoreError) -> Bool {
    var status = stat()
    guard StoreFileIdentity(of: path) == file, unsafe stat(path, &status) == 0 else {
      throw .replaced(path: path)
    }
    guard status.st_size > 0 else {
      throw .notADatabase(path: path, ResultCode(rawValue: SQLITE_NOTADB))
    }
    let found: Int64
    do {
      found = try connection.dataVersion()
    } catch .busy {
      // Another process holds the whole file for a moment. The next call sees what it did.
      return false
    }
    defer { version = found }
    return found != version
  }

  /// Treats all commits up to now as noticed. A failure is noticed by the next call.
  mutating func skipCommit() { version = (try? connection.dataVersion()) ?? version }
}

extension Connection {
  /// Returns a number that changes with each commit of another connection
  /// (`PRAGMA data_version`).
  func dataVersion() throws(StoreError) -> Int64 {
    try statement("PRAGMA data_version").integer() ?? 0
  }
}
