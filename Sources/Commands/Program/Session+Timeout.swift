package import Diagnostics
package import Terminal

extension CommandSyntax.Option {
  /// The option of all commands that choose versions.
  package static let timeout = CommandSyntax.Option(
    "--timeout", value: "SECONDS", "stop choosing versions after this time (default: 120)")
}

extension Session {
  private static var longestTimeout: Int { 86_400 }

  /// The value of `--timeout`, or `nil` if the option was not given.
  package var timeout: Int? {
    get throws(Problem) {
      guard let text = arguments.values["--timeout"] else { return nil }
      let range = 1...Self.longestTimeout
      guard let number = Int(text), range.contains(number) else {
        throw .usage(.badValue(text, option: "--timeout", expected: .number(range)))
      }
      return number
    }
  }

  /// Returns a timeout error with a command line that allows five times as much time. Returns any
  /// other error unchanged.
  package func allowingMoreTime(after error: Problem) -> Problem {
    guard case .project(.lock(.undecided(let tools, let seconds, _))) = error,
      seconds < Self.longestTimeout
    else { return error }
    let longer = ("--timeout", String(min(5 * seconds, Self.longestTimeout)))
    let retry =
      arguments.values["--timeout"] == nil
      ? retry(appending: [longer.0, longer.1])
      : retry(replacingOption: "--timeout", with: longer)
    return .project(.lock(.undecided(tools: tools, seconds: seconds, retry: retry)))
  }
}
