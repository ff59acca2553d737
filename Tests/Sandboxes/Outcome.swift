/// How a program ended, and what it wrote; the sandbox's own paths and numbers are replaced by their names.
package struct Outcome: Sendable {
  package enum Ending: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
    /// It was killed since it did not end in time.
    case outOfTime
  }

  package let command: [String]
  package let ending: Ending
  package let standardOutput: String
  package let standardError: String
  /// Standard output as it was written.
  package let outputBytes: [UInt8]

  /// nil when it did not exit by itself.
  package var exitCode: Int32? {
    if case .exit(let code) = ending { code } else { nil }
  }
}

extension Outcome {
  /// With the lines of standard output sorted, for a program that promises no order.
  package var sorted: Outcome {
    let lines = standardOutput.split(separator: "\n").sorted().map { $0 + "\n" }.joined()
    return Outcome(
      command: command, ending: ending, standardOutput: lines, standardError: standardError,
      outputBytes: outputBytes)
  }
}
