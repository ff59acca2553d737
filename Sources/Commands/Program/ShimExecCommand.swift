internal import Diagnostics
internal import Filesystem
internal import Selection
internal import Terminal

/// `shim-exec`: the command with which a shim replaces itself if it cannot select a program on its
/// own. Help does not list this command.
enum ShimExecCommand {
  /// Runs the command and returns its exit code, or `nil` if `commandLine` is not that of a
  /// `shim-exec` command. The first element of `commandLine` is the program's own name.
  static func run(commandLine: [[UInt8]], environment: Environment) -> ExitCode? {
    guard commandLine.count > 1, commandLine[1] == Array(ShimExecRequest.word.utf8),
      let call = ShimExecRequest(arguments: Array(commandLine[2...]))
    else { return nil }
    let formatPath = { @Sendable (path: FilePath) in path.string }
    do {
      let missing = MissingToolInstall(
        root: call.root, environment: environment, directory: nil, isJSON: false,
        isQuiet: false, permission: .settings)
      let result = try missing.installing { () throws(Problem) in
        try call.launch(environment: environment, formatPath: formatPath) { executable, program in
          ShimRepair(root: call.root, environment: environment)
            .repair(executable, of: program)
        }
      }
      guard case .value(let launch) = result else { return .notFound }
      try launch.run(from: call.root, formatPath: formatPath)
    } catch {
      Console(verbosity: .normal, isJSON: false, color: .auto, environment: environment).report(
        error.naming(call.root))
      return error.exitCode == .notExecutable ? .notExecutable : .notFound
    }
  }
}
