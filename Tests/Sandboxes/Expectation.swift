internal import Snapshots
package import Testing

/// Expects a complete outcome: the exit code, all of standard output, and all of standard error.
///
/// Omit the final newline of expected texts; the program must still write it. Differences are
/// reported line by line.
package func expect(
  _ outcome: Outcome, exitCode: Int32 = 0, output: String = "", error: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expect(outcome, .exit(exitCode), output: output, error: error, sourceLocation: sourceLocation)
}

/// Expects a complete outcome with any kind of ending.
package func expect(
  _ outcome: Outcome, _ ending: Outcome.Ending, output: String = "", error: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let mismatch = outcome.mismatch(with: ending, output: output, error: error) else { return }
  Issue.record(Comment(rawValue: mismatch), sourceLocation: sourceLocation)
}

extension Outcome {
  /// Describes the differences from the expected outcome, or returns `nil` if there are none.
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
