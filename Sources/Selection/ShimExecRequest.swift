package import Diagnostics
package import Filesystem
package import Layout
internal import Manifests

/// What a shim leaves to the main program: `bootstrap shim-exec SHIM ARGV0 ARGUMENT…`.
///
/// `SHIM` is the path of the shim, `ROOT/shims/NAME`, which says the root and the executable; `ARGV0` is what the tool is to find as
/// its own name. All are bytes, as the system had them.
package struct ShimExecRequest: Sendable {
  package static let word = "shim-exec"

  package let root: Root
  private let name: String
  private let arguments: [[UInt8]]

  /// - Parameter arguments: those behind the word.
  package init?(arguments: [[UInt8]]) {
    guard arguments.count >= 2 else { return nil }
    let shim = FilePath(bytes: arguments[0])
    guard let root = shim.parent?.parent else { return nil }
    self.root = Root(root)
    name = shim.lastComponent
    self.arguments = Array(arguments[1...])
  }

  /// What the shim becomes in the working directory.
  ///
  /// - Parameter display: a path as messages name it.
  package func launch(
    environment: Environment, display: @escaping @Sendable (FilePath) -> String
  ) throws(Problem) -> ProgramLaunch {
    let directory: FilePath
    do throws(FileError) {
      directory = try FilePath.workingDirectory()
    } catch {
      throw error.isMissing ? .selection(.noWorkingDirectory) : Problem(error)
    }
    guard let executable = ExecutableName(name) else {
      throw .selection(.nowhere(executable: name, providers: []))
    }
    let selector = try Selector(
      root: root, environment: environment, directory: directory, display: display)
    switch try selector.program(of: executable) {
    case .installed(let program, _):
      return ProgramLaunch(
        program: program, arguments: arguments,
        environment: environment.prependingToPath([program.parentDirectory]))
    case .system(let program, _):
      return ProgramLaunch(
        program: program, arguments: arguments,
        environment: try environment.countingOnePass(for: executable.text))
    }
  }
}
