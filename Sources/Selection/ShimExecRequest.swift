package import Diagnostics
package import Filesystem
package import Layout
package import Vocabulary

/// A request that a shim hands over to the main program: `bootstrap shim-exec SHIM
/// ARGV0 ARGUMENT…`.
///
/// `SHIM` is the shim's path, `ROOT/shims/NAME`, which determines the root and the executable.
/// `ARGV0` becomes the tool's `argv[0]`. All arguments are raw bytes.
package struct ShimExecRequest: Sendable {
  /// The subcommand that marks a request.
  package static let word = "shim-exec"

  /// The root that contains the shim.
  package let root: Root
  /// The name of the shim, which is that of the executable.
  private let name: String
  /// The `argv` of the tool, starting with `ARGV0`.
  private let arguments: [[UInt8]]

  /// Parses a request, or returns `nil` if an argument is missing or the shim's path has no root.
  ///
  /// - Parameter arguments: The arguments after the subcommand.
  package init?(arguments: [[UInt8]]) {
    guard arguments.count >= 2 else { return nil }
    let shim = FilePath(bytes: arguments[0])
    guard let root = shim.parent?.parent else { return nil }
    self.root = Root(root)
    name = shim.lastComponent
    self.arguments = Array(arguments[1...])
  }

  /// Returns the program that the shim becomes in the working directory.
  ///
  /// - Parameters:
  ///   - environment: The environment of the shim.
  ///   - formatPath: Formats a path for messages.
  ///   - observe: Receives the executable and the selected program.
  /// - Throws: ``Problem`` if no program can be selected.
  package func launch(
    environment: Environment, formatPath: @escaping @Sendable (FilePath) -> String,
    observing observe: (ExecutableName, SelectedProgram) -> Void = { _, _ in }
  ) throws(Problem) -> ProgramLaunch {
    let directory: FilePath
    do {
      directory = try FilePath.workingDirectory()
    } catch {
      throw error.isMissing ? .selection(.noWorkingDirectory) : Problem(error)
    }
    guard let typed = ExecutableName(name) else {
      throw .selection(.notFound(executable: name, providers: []))
    }
    let executable = try mappingFileErrors(try root.shimName(reachedBy: typed))
    let selector = try Selector(
      root: root, environment: environment, directory: directory, formatPath: formatPath)
    let selected = try selector.program(of: executable)
    try selector.checkIsUndeclared(executable, selected)
    observe(executable, selected)
    switch selected {
    case .installed(let program, let pin):
      let installation = pin.installationInUse(in: root)
      if let installation { root.sealBuild(in: installation) }
      let folders = [
        selector.packageFolder(of: pin)?.appending("bin"),
        installation?.appending("bin"),
      ]
      let launch = ProgramLaunch(
        program: program, arguments: arguments,
        environment: selector.settingPackageVariables(of: [pin], in: environment)
          .prependingToPath(folders.compactMap(\.self)))
      return selector.mayInstallPackages(executable, arguments, for: pin)
        ? launch.followedByRehash(in: root) : launch
    case .system(let program, _):
      return ProgramLaunch(
        program: program, arguments: arguments,
        environment: try environment.adding(pass: program, of: executable.text))
    }
  }
}
