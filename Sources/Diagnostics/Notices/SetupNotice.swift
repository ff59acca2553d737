package import Vocabulary

/// The progress and the result of a machine's set-up.
package enum SetupNotice: Hashable, Sendable {
  /// A step of an earlier set-up failed or was interrupted at this time, and this one continues
  /// there.
  case continues(SetupStepName, since: ReleaseTime, isFailure: Bool)
  /// The record of earlier steps is that of another machine, so it does not count.
  case otherMachine
  /// The hook of this step still runs, since the last set-up was killed. It has this time to end.
  case stillRunning(String, process: Int32, limit: Duration)
  case began(SetupStepName)
  case ended(SetupStepName, Duration)
  /// A package manager reads its lists of packages, or waits for another process.
  case packages(String)
  /// A line that the program of a step has printed.
  case output(String)
  /// These steps were not carried out, because an earlier one failed.
  case leftOut([SetupStepName])
  /// All steps are done, `count` of them.
  case nothingToDo(count: Int)
  /// This number of steps was carried out.
  case finished(count: Int)
  /// What is known only after a clone.
  case restAfterClone
  /// What only the user can do.
  case remaining([SetupRemainder])
}
