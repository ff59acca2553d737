internal import CPosix
package import Diagnostics
package import Filesystem

/// Displays results that change while they are shown.
extension Console {
  /// A form in which to show changing results.
  package enum LiveForm: Sendable {
    /// A terminal shows the current results, which are redrawn in place.
    case redrawn
    /// A terminal that cannot move its cursor shows a line for each change.
    case lines
    /// A program reads one line of JSON for each change.
    case json
  }

  /// Returns the form in which to show changing results: JSON if it was requested or if standard
  /// output is not a terminal.
  package func liveForm(_ environment: Environment) -> LiveForm {
    if isJSON || !isOutputTerminal { return .json }
    return environment["TERM"] == "dumb" ? .lines : .redrawn
  }

  /// The size of the terminal on standard output, in characters, or 80 by 24 if the terminal does
  /// not report its size.
  package var outputSize: (columns: Int, rows: Int) {
    let columns = Int(bootstrap_terminal_columns(1))
    let rows = Int(bootstrap_terminal_rows(1))
    return (columns > 0 ? columns : 80, rows > 0 ? rows : 24)
  }

  /// Whether the output still has a reader. A pipe loses its reader when a program such as head(1)
  /// exits.
  package var hasReader: Bool { output.hasReader }

  /// Draws a frame of a ``LiveRegion`` on standard output.
  package func draw(_ frame: String) {
    if !frame.isEmpty { output.write(Array(Secrets.ofProcess.concealing(frame).utf8)) }
  }

  /// Prints JSON on one line without buffering it.
  package func print(jsonLine json: JSON) {
    var buffer = OutputBuffer(output.write)
    locating(json).write(to: &buffer, indentation: nil) { Secrets.ofProcess.concealing($0) }
    buffer.write("\n")
    buffer.flush()
  }

  /// Prints, as one line of JSON, a problem that does not end the command.
  package func print(jsonLineFor problem: Problem) {
    print(jsonLine: Self.json(of: problem.messages, exitCode: problem.exitCode, []))
  }
}
