internal import Snapshots
package import Testing

/// Expects an outcome as a whole: how it ended, all of standard output, all of standard error.
///
/// Expected texts are written without their last newline; what was written must have it. A difference is shown line by line.
package func expect(
  _ outcome: Outcome, exitCode: Int32 = 0, output: String = "", error: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expect(outcome, .exit(exitCode), output: output, error: error, sourceLocation: sourceLocation)
}

/// Expects an ending of any kind.
package func expect(
  _ outcome: Outcome, _ ending: Outcome.Ending, output: String = "", error: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let mismatch = outcome.mismatch(with: ending, output: output, error: error) else { return }
  Issue.record(Comment(rawValue: mismatch), sourceLocation: sourceLocation)
}

extension Outcome {
  /// In what this outcome differs from the expected one, for a person to read. nil when it does not.
  package func mismatch(with ending: Ending, output: String, error: String) -> String? {
    var faults: [String] = []
    if self.ending != ending { faults.append("ended with \(self.ending), not \(ending)") }
    for (name, actual, expected) in [
      ("standard output", standardOutput, output), ("standard error", standardError, error),
    ] {
      let whole = expected.isEmpty ? "" : expected + "\n"
      if actual != whole { faults.append("\(name):\n" + lineDifference(from: whole, to: actual)) }
    }
    if faults.isEmpty { return nil }
    return (["`\(command.joined(separator: " "))`"] + faults).joined(separator: "\n")
  }
}
