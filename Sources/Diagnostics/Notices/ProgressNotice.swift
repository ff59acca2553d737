/// Work in progress, and what it waits for.
package enum ProgressNotice: Hashable, Sendable {
  /// Another process has locked the root. `holder` describes the process, and may be empty.
  case waiting(holder: String)
  /// The root's store is being migrated to this program's schema, which takes a while if the store
  /// is large.
  case migrating(byteCount: Int, from: Int, to: Int)
  /// This many of the store's records have been converted to the new schema.
  case converted(count: Int, of: Int)
  /// These hosts have not sent any data for a while.
  case waitingForSites([String])
  /// The search for the versions of these tools has started.
  case resolving(toolCount: Int)
  /// The download of a version has started.
  case downloading(title: String, byteCount: Int)
  /// A build applies a patch or starts a step.
  case building(title: String, BuildStage, command: String)
  /// A step of a build printed a line, which only `--verbose` shows.
  case printed(String, title: String)
}
