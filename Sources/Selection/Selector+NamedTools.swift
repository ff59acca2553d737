package import Diagnostics
package import Filesystem
internal import Layout
internal import Manifests
package import Vocabulary

// The tools that `x` names on its command line.
extension Selector {
  /// Returns the pin that selects the version of `tool` here, or `nil` if nothing pins the tool.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - chain: The pins of the directory, read without an executable.
  /// - Throws: ``Problem`` of an invalid variable, of a Toolfile that names the tool while its lock
  ///   does not, or of an unreadable file that may name the tool.
  package func pin(of tool: ToolName, in chain: PinChain) throws(Problem) -> SelectedPin? {
    if let pin = try chain.variablePin(of: tool) { return pin }
    // The name of a tool is also a valid name of an executable.
    guard let executable = ExecutableName(tool.text) else { return nil }
    let pin = try chain.pins(ofProviders: [tool], of: executable).pins.first
    try checkAreUndeclared([tool], or: executable, selectedBy: pin)
    return pin
  }

  /// Returns the installation that `pin` selects, and renews the time of its last use.
  ///
  /// - Throws: ``SelectionProblem`` if the version is not installed, or the problem that the user
  ///   has not accepted it.
  package func installationInUse(of pin: SelectedPin) throws(Problem) -> PinnedInstallation {
    if let problem = problem(of: withheld([pin])) { throw problem }
    guard let folder = pin.installationInUse(in: root) else { throw notInstalled(pin) }
    return PinnedInstallation(pin: pin, folder: folder)
  }

  /// Returns the name and the path of the program to run for an installation.
  ///
  /// - Parameters:
  ///   - installation: The installation.
  ///   - executable: The name of the program. If it is `nil`, the program has the name of the tool.
  ///     If there is none with that name and no project selects the version, the only program runs.
  ///     In a project, `x ruff` must not run anything but `ruff`.
  /// - Throws: ``SelectionProblem/noSuchExecutable(_:of:provided:retry:)`` if the installation does
  ///   not provide it, or ``SelectionProblem/damaged(_:path:)`` if its file is missing.
  package func program(
    named executable: ExecutableName?, of installation: PinnedInstallation
  ) throws(Problem) -> (name: ExecutableName, path: FilePath) {
    let pin = installation.pin
    let folder = installation.folder.appending("bin")
    let name = executable ?? ExecutableName(pin.tool.text)
    if let name {
      if let program = packageProgram(name, of: pin) { return (name, program) }
      let program = folder.appending(name.text)
      if try mappingFileErrors(try program.isPresent()) { return (name, program) }
    }
    let provided = try provided(by: installation)
    let isAlone = provided.count == 1 && !pin.isInProject
    guard let only = executable ?? (isAlone ? provided.first : name),
      provided.contains(only)
    else {
      throw .selection(.noSuchExecutable(executable, of: pin.report, provided: provided))
    }
    let program = folder.appending(only.text)
    if try mappingFileErrors(try program.isPresent()) { return (only, program) }
    throw .selection(.damaged(pin.report, path: formatPath(program)))
  }

  /// Returns the executables of an installation, sorted: those in its receipt or, if that cannot be
  /// read, those in its folder.
  private func provided(
    by installation: PinnedInstallation
  ) throws(Problem) -> [ExecutableName] {
    if let receipt = (try? Receipt.read(in: installation.folder)) ?? nil {
      return receipt.executables.map(\.name).sorted()
    }
    let entries = try mappingFileErrors(
      try installation.folder.appending("bin").entriesIfPresent())
    return entries.compactMap { ExecutableName($0) }.sorted()
  }
}
