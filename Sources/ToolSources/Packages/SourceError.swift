package import Diagnostics
package import Filesystem

/// A reason why a source failed.
package enum SourceError: Error, Hashable, Sendable {
  /// The problems to report, at least one.
  case problems([SourceProblem])
  /// Reading or writing a local file failed.
  case file(FileError)
  /// The task was canceled.
  case cancelled
}
