package import Diagnostics

/// The recorded changes to the installations, newest first.
///
/// A saved change gets the next number and the current time, so it never replaces another. Drafts
/// without parts are skipped.
package protocol HistoryRepository: Repository<RecordedChange> {
  /// Returns the changes in `scope`, newest first.
  func changes(in scope: HistoryScope) throws(Problem) -> [RecordedChange]

  /// Returns the number of the newest change, or `nil` if there is none.
  func newest() throws(Problem) -> Int?

  /// Returns the time of the oldest change, in seconds since 1970, or `nil` if there is none.
  func start() throws(Problem) -> Int64?
}

extension HistoryRepository {
  /// Returns all changes.
  package func values() throws(Problem) -> [RecordedChange] { try changes(in: HistoryScope()) }
}
