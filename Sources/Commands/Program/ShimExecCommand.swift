internal import Diagnostics
internal import Filesystem
internal import Selection
internal import Terminal

/// `shim-exec`: the command that a shim becomes if it cannot select a program itself. Help does not
/// list it.
enum ShimExecCommand {
  /// Runs the command and returns its exit code, or `nil` if another command was typed.
  static func run(typed: [[UInt8]], environment: Environment) -> ExitCode? {
    guard typed.count > 1, typed[1] == Array(ShimExecRequest.word.utf8),
      let call = ShimExecRequest(arguments: Array(typed[2...]))
    else { return nil }
    let formatPath = { @Sendable (path: FilePath) in path.string }
    do throws(Problem) {
      try call.launch(environment: environment, formatPath: formatPath).run(formatPath: formatPath)
    } catch {
      Console(verbosity: .normal, isJSON: false, color: .auto, environment: environment).report(
        error)
      return error.exitCode == .notExecutable ? .notExecutable : .notFound
    }
  }
}
