package import Diagnostics
package import Filesystem

/// How `bootstrap` becomes the program that may write: same arguments, same environment, no parent left behind.
package enum Handoff {
  private static let programName = "bootstrap-change"

  /// Replaces this process. Returns only as an error.
  package static func replaceProcess(
    typed: [[UInt8]], environment: Environment
  ) throws(Problem) -> Never {
    do throws(FileError) {
      let here = try FilePath.runningProgram().parentDirectory
      // Installed, it stands in libexec/ beside bin/; as it was built, beside this program.
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
