package import Diagnostics
package import Filesystem

/// The replacement of `bin/bootstrap` by `libexec/bootstrap-change`, the program that may write,
/// with the same arguments and environment. No parent process remains.
package enum Handoff {
  private static let programName = "bootstrap-change"

  /// Replaces this process.
  ///
  /// - Parameters:
  ///   - commandLine: The arguments of this process, byte for byte, the program's name first.
  ///   - environment: The environment of this process.
  /// - Throws: ``Problem`` if `bootstrap-change` cannot be started.
  package static func replaceProcess(
    commandLine: [[UInt8]], environment: Environment
  ) throws(Problem) -> Never {
    let program = try program()
    do throws(FileError) {
      try ChildProcess.replace(with: program, arguments: commandLine, environment: environment)
    } catch {
      if error.operation == .execve, error.isMissing {
        throw .system(.missingProgram(path: error.path.string))
      }
      throw Problem(error)
    }
  }

  /// Returns the path of `bootstrap-change`, which may be missing.
  static func program() throws(Problem) -> FilePath {
    try mappingFileErrors { () throws(FileError) in
      let here = try FilePath.runningProgram().parentDirectory
      // An installed `bootstrap-change` is in libexec/ next to bin/. In a build folder, it is next
      // to this program.
      let installed = here.parentDirectory.appending("libexec").appending(programName)
      if try installed.status() != nil { return installed }
      let built = here.appending(programName)
      return here.lastComponent == "bin" && !built.exists ? installed : built
    }
  }
}
