package import Diagnostics
package import Layout

/// The files of all recorded installations.
///
/// It is no ``Repository``: a root may have millions of files. They are saved and deleted with
/// their installation, and read as a stream.
package protocol FileIndex: Sendable {
  /// Returns the recorded contents of an installation. A record with an invalid value, which this
  /// program never writes, counts as missing.
  ///
  /// The files are read on another thread, because there may be tens of thousands. Canceling the
  /// task ends the reading.
  func contents(of installed: InstalledVersion) async throws(Problem) -> RecordedContents

  /// Returns the files that meet a condition in all installations except those in the trash, in no
  /// particular order. Reads them on another thread. Canceling the task stops the read.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - report: Receives the number of files read so far and their total.
  func files(
    where condition: RecordedFile.Condition, report: @escaping @Sendable (Int, Int) -> Void
  ) async throws(Problem) -> [RecordedFile]
}
