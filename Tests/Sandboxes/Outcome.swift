/// The ending and the output of a program. Texts that were registered with
/// ``Sandbox/redact(_:as:)``, such as the sandbox's paths, are replaced with names.
package struct Outcome: Sendable {
  /// How a program ended.
  package enum Ending: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
    /// The program was killed because it exceeded its time limit.
    case outOfTime
  }

  package let command: [String]
  package let ending: Ending
  package let standardOutput: String
  package let standardError: String
  /// Standard output, unredacted.
  package let outputBytes: [UInt8]

  /// The exit code, or `nil` if a signal or the time limit ended the program.
  package var exitCode: Int32? {
    if case .exit(let code) = ending { code } else { nil }
  }
}

extension Outcome {
  /// A copy with the lines of standard output sorted, for output without a defined order.
  package var sorted: Outcome {
    let lines = standardOutput.split(separator: "\n").sorted().map { $0 + "\n" }.joined()
    return Outcome(
      command: command, ending: ending, standardOutput: lines, standardError: standardError,
      outputBytes: outputBytes)
  }
}
