internal import Diagnostics
package import Filesystem
package import Terminal

/// The replacement of `bin/bootstrap` by `libexec/bootstrap-change`, the program that may write,
/// with the same arguments and environment. No parent process remains.
package enum Handoff {
  private static let programName = "bootstrap-change"

  /// Whether the main program needs `bootstrap-change`, because it does not contain it.
  package static var isNeeded: Bool {
    #if CONTAINS_CHANGE_COMMANDS
      false
    #else
      true
    #endif
  }

  /// Replaces this process. Returns an exit code after reporting a problem if `bootstrap-change`
  /// cannot be started.
  ///
  /// - Parameters:
  ///   - commandLine: The arguments of this process, byte for byte, the program's name first.
  ///   - environment: The environment of this process.
  ///   - commands: The commands of this program, with whose options a problem is reported.
  package static func run(
    commandLine: [[UInt8]], environment: Environment, commands: @autoclosure () -> [CommandSyntax]
  ) -> Int32 {
    do {
      try replaceProcess(commandLine, environment)
    } catch {
      let program = try? Program(
        commandLine: commandLine, environment: environment, commands: commands())
      let console =
        program?.console
        ?? Console(verbosity: .normal, isJSON: false, color: .auto, environment: environment)
      console.report(error)
      return console.finish(error.exitCode).rawValue
    }
  }

  private static func replaceProcess(
    _ commandLine: [[UInt8]], _ environment: Environment
  ) throws(Problem) -> Never {
    let program = try program()
    do {
      try ChildProcess.replace(with: program, arguments: commandLine, environment: environment)
    } catch {
      if error.operation == .execve, error.isMissing {
        throw .system(.missingProgram(path: error.path.string))
      }
      throw Problem(error)
    }
  }

  /// Returns the path of `bootstrap-change`, which may be missing, or of this program if it
  /// contains the commands of `bootstrap-change`.
  static func program() throws(Problem) -> FilePath {
    try mappingFileErrors { () throws(FileError) in
      let running = try FilePath.runningProgram()
      return isNeeded ? try companion(of: running) : running
    }
  }

  /// Returns the path of `bootstrap-change` that belongs to a main program.
  private static func companion(of program: FilePath) throws(FileError) -> FilePath {
    let here = program.parentDirectory
    // An installed `bootstrap-change` is in libexec/ next to bin/. In a build folder, it is next
    // to this program.
    let installed = here.parentDirectory.appending("libexec").appending(programName)
    if try installed.status() != nil { return installed }
    let built = here.appending(programName)
    return here.lastComponent == "bin" && !built.exists ? installed : built
  }
}
