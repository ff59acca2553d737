package import Diagnostics
package import Filesystem

/// The replacement of this process by the program that may write, with the same arguments and
/// environment. No parent process remains.
package enum Handoff {
  private static let programName = "bootstrap-change"

  /// Replaces this process.
  ///
  /// - Throws: ``Problem`` if the other program cannot be started.
  package static func replaceProcess(
    typed: [[UInt8]], environment: Environment
  ) throws(Problem) -> Never {
    do throws(FileError) {
      let here = try FilePath.runningProgram().parentDirectory
      // Installed, it is in libexec/ next to bin/; in a build folder, next to this program.
      let installed = here.parentDirectory.appending("libexec").appending(programName)
      let program = installed.exists ? installed : here.appending(programName)
      try ChildProcess.replace(with: program, arguments: typed, environment: environment)
    } catch {
      if error.operation == .execve, error.isMissing {
        throw .system(.missingProgram(path: error.path.string))
      }
      throw Problem(error)
    }
  }
}
