internal import Diagnostics
internal import Vocabulary

extension SetupNotice {
  var form: Notice.Form {
    switch self {
    case .continues(let step, let time, let isFailure):
      .note(
        "continuing with \(step), which "
          + (isFailure ? "failed at \(time)" : "started at \(time) and was interrupted"))
    case .otherMachine:
      .note("the record of earlier steps is from another machine; checking every step again")
    case .stillRunning(let step, let process, let limit):
      .note(
        "\(step) of the last setup is still running (process \(process)); "
          + "waiting up to \(QuantityFormat.time(limit)) before stopping it")
    case .began(let step): .note("\(step): in progress")
    case .ended(let step, let time): .note("\(step): done in \(QuantityFormat.time(time))")
    case .packages(let text): .note(text)
    case .output(let line): .trace(line)
    case .leftOut(let steps):
      .note("not run: \(steps.map(\.description).joined(separator: ", "))")
    case .nothingToDo: .note("nothing to do")
    case .complete(let count):
      .note(
        "this machine is set up: \(QuantityFormat.count(count, "step")) "
          + "\(count == 1 ? "is" : "are") done")
    case .finished(let count): .note("\(QuantityFormat.count(count, "step")) done")
    case .restAfterClone: .note("the project's steps are not known until it is cloned")
    case .remaining(let remainders):
      .table([["left for you to do:"]] + remainders.map { ["  \($0.words)"] })
    }
  }
}
