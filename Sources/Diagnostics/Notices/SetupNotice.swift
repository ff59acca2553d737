package import Vocabulary

/// The progress and the result of a machine setup.
package enum SetupNotice: Hashable, Sendable {
  /// The setup continues with a step that failed at this time, or that was interrupted after it
  /// started at this time.
  case continues(SetupStepName, since: ReleaseTime, isFailure: Bool)
  /// The record of earlier steps is from another machine, so it does not count.
  case otherMachine
  /// The hook of this step is still running, because the last setup was killed. After `limit`, it
  /// is stopped.
  case stillRunning(String, process: Int32, limit: Duration)
  case began(SetupStepName)
  case ended(SetupStepName, Duration)
  /// A package manager refreshes its lists, or waits for another process.
  case packages(String)
  /// A line of output from a step.
  case output(String)
  /// These steps did not run, because an earlier one failed.
  case leftOut([SetupStepName])
  /// All steps are done.
  case nothingToDo
  /// The machine lacks nothing of `count` steps.
  case complete(count: Int)
  /// This number of steps ran.
  case finished(count: Int)
  /// The project's steps are known only after a clone.
  case restAfterClone
  /// The user has to do these things.
  case remaining([SetupRemainder])
}
