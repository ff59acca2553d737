package import Filesystem

/// A reason a build fails.
package enum BuildFailure: Error {
  case step(FailedStep)
  /// The task was canceled.
  case interrupted
  case system(FileError)
}

/// A step that failed.
package struct FailedStep: Hashable, Sendable {
  /// How a step ended.
  package enum End: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
    case timedOut
  }

  /// The position of the step, from 1.
  package let number: Int
  /// The number of all steps.
  package let count: Int
  /// The command line.
  package let command: String
  package let end: End
  /// The last lines of output, at most ``BuildLog/keptLineCount``, without control characters.
  package let lastLines: [String]
  package let log: FilePath
}
