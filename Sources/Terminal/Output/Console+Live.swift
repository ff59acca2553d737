internal import CPosix
package import Diagnostics
package import Filesystem

/// Results that change while they are shown.
extension Console {
  /// How results that change are shown.
  package enum LiveForm: Sendable {
    /// A terminal shows the current ones, which are drawn again in place.
    case redrawn
    /// A terminal that cannot move its cursor shows a line for each change.
    case lines
    /// A program reads one line of JSON for each change.
    case json
  }

  /// Returns how results that change are shown: as JSON if it is requested or standard output is
  /// no terminal.
  package func liveForm(_ environment: Environment) -> LiveForm {
    if isJSON || !isOutputTerminal { return .json }
    return environment["TERM"] == "dumb" ? .lines : .redrawn
  }

  /// The size of the terminal on standard output in characters. A terminal that does not know its
  /// size counts as one of 80 by 24.
  package var outputSize: (columns: Int, rows: Int) {
    let columns = Int(bootstrap_terminal_columns(1))
    let rows = Int(bootstrap_terminal_rows(1))
    return (columns > 0 ? columns : 80, rows > 0 ? rows : 24)
  }

  /// Whether somebody can still read the results. A pipe has lost its reader when a program such as
  /// head(1) has ended.
  package var hasReader: Bool { output.hasReader }

  /// Draws a frame of a ``LiveRegion`` on standard output.
  package func draw(_ frame: String) {
    if !frame.isEmpty { output.write(Array(Secrets.ofProcess.concealing(frame).utf8)) }
  }

  /// Prints JSON on one line, at once.
  package func print(jsonLine json: JSON) {
    var buffer = OutputBuffer(output.write)
    locating(json).write(to: &buffer, indentation: nil) { Secrets.ofProcess.concealing($0) }
    buffer.write("\n")
    buffer.flush()
  }

  /// Prints a problem that does not end the command on one line of JSON.
  package func print(jsonLineFor problem: Problem) {
    print(jsonLine: Self.json(of: problem.messages, exitCode: problem.exitCode, []))
  }
}
