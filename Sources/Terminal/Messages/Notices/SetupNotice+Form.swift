internal import Diagnostics
internal import Vocabulary

extension SetupNotice {
  var form: Notice.Form {
    switch self {
    case .continues(let step, let time, let isFailure):
      .note(
        "continuing with \(step), which "
          + (isFailure ? "failed at \(time)" : "began at \(time) and did not end"))
    case .otherMachine:
      .note("the journal is from another machine, so every step is checked again")
    case .stillRunning(let step, let process, let limit):
      .note(
        "\(step) of the last set-up is still running (process \(process)); "
          + "waiting, and ending it after \(QuantityFormat.time(limit))")
    case .began(let step): .note("\(step): in progress")
    case .ended(let step, let time): .note("\(step): done in \(QuantityFormat.time(time))")
    case .packages(let text): .note(text)
    case .output(let line): .trace(line)
    case .leftOut(let steps):
      .note("not done: \(steps.map(\.description).joined(separator: ", "))")
    case .nothingToDo(let count):
      .note(
        "nothing to do: \(QuantityFormat.count(count, "step")) \(count == 1 ? "is" : "are") done")
    case .finished(let count): .note("\(QuantityFormat.count(count, "step")) done")
    case .restAfterClone: .note("the steps of the project appear once it is cloned")
    case .remaining(let remainders):
      .table([["what you still need to do:"]] + remainders.map { ["  \($0.words)"] })
    }
  }
}
