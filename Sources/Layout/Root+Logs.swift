package import Filesystem
internal import Vocabulary

/// The logs of builds that failed.
extension Root {
  /// The number of seconds that a log is kept: 30 days, like an unused view.
  private static let logRetention: Int64 = 30 * 86_400

  /// Returns the path of a build's log. The file need not exist.
  package func buildLog(of installed: InstalledVersion) -> FilePath {
    logs.appending("\(installed.tool)-\(installed.version)-\(installed.id.abbreviated).log")
  }

  /// Returns the logs that are older than 30 days.
  ///
  /// - Parameter now: The current time, in seconds since 1970.
  package func outdatedLogs(now: Int64) throws(FileError) -> [FilePath] {
    var outdated: [FilePath] = []
    for name in try logs.entriesIfPresent() {
      let log = logs.appending(name)
      guard let status = try log.linkStatus(), status.kind == .file else { continue }
      if now - status.modified >= Self.logRetention { outdated.append(log) }
    }
    return outdated
  }
}
