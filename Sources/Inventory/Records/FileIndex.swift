package import Diagnostics
package import Layout

/// The files of all recorded installations.
///
/// Not a ``Repository``, because a root may have millions of files. Files are saved and deleted
/// together with their installation, and read as a stream.
package protocol FileIndex: Sendable {
  /// Returns the recorded contents of an installation. Treats a record with an invalid value, which
  /// this program never writes, as missing.
  ///
  /// Reads the files on another thread, because an installation may have tens of thousands.
  /// Canceling the task ends the read.
  func contents(of installed: InstalledVersion) async throws(Problem) -> RecordedContents

  /// Returns the files that meet a condition, in no particular order. Excludes installations in the
  /// trash. Reads on another thread. Canceling the task ends the read.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - report: Receives the number of files read so far and their total.
  func files(
    where condition: RecordedFile.Condition, report: @escaping @Sendable (Int, Int) -> Void
  ) async throws(Problem) -> [RecordedFile]
}
