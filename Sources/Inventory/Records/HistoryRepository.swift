package import Diagnostics

/// The recorded changes of the installations, newest first.
///
/// Saving a change assigns the next number and the current time, so it never replaces another
/// change. Saving skips a draft without parts.
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
