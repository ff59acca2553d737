package import Diagnostics
package import Filesystem
package import Vocabulary

/// A reason a build fails.
package enum BuildFailure: Error {
  /// A step has failed, or has not ended in time.
  case step(BuildProblem.Step)
  /// A patch does not apply.
  case patch(PartName, BuildProblem.Step)
  /// The task was canceled.
  case interrupted
  case system(FileError)
}
