/// Work in progress, and what it waits for.
package enum ProgressNotice: Hashable, Sendable {
  /// Another process holds the lock of the root. `holder` is the description that it gave of
  /// itself, which may be empty.
  case waiting(holder: String)
  /// Requests to these hosts have received no data for some time.
  case waitingForSites([String])
  /// The search for the versions of these tools begins.
  case resolving(toolCount: Int)
  /// The download of a version begins.
  case downloading(title: String, byteCount: Int)
}
