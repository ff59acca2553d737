package import Diagnostics
internal import Filesystem
internal import Manifests
internal import Selection
package import Terminal

/// `which`: the program that a name runs.
package enum WhichCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "which", "Print the path of the program that NAME runs in this directory.", family: .choosing,
    arguments: .list(placeholder: "NAME", atLeast: 1, atMost: 1),
    examples: [
      .init("bootstrap which npm", "print the path of npm"),
      .init("bootstrap which --json npm", "also print the tool, version, and origin"),
      .init("bootstrap which -v npm", "also list the files that are not read, and why"),
    ])

  /// Prints the path of the program.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let name = session.arguments.positionals[0]
    guard let executable = ExecutableName(name) else {
      throw .selection(.notFound(executable: name, providers: []))
    }
    let selector = session.selector()
    if session.console.verbosity == .verbose, !session.environment.isContinuousIntegration {
      for file in selector.foreignFiles(isWholeChain: true) {
        session.console.report(.ignoresForeignFile(file))
      }
    }
    if session.console.verbosity == .verbose {
      for withheld in try selector.withheldPins(of: executable) {
        session.console.report(selector.notice(withheld, of: executable))
      }
    }
    let program: SelectedProgram
    do throws(Problem) {
      program = try selector.program(of: executable)
    } catch {
      // As for a shim, a program that the project may not use yet is not found.
      guard error.exitCode == .notTrusted else { throw error }
      session.console.report(error, exitCode: .notFound)
      return .notFound
    }
    let path = program.path
    session.console.print(
      path,
      json: .object([
        "schema": 1, "name": .string(name), "path": .string(path.string),
        "tool": .optional(program.pin?.tool.text),
        "version": .optional(program.pin?.version.description),
        "origin": .optional(program.pin?.origin.withoutColumn.description),
        "file": .optional(program.pin?.file?.string),
        "line": program.pin?.line.map { .number($0) } ?? .null,
      ]))
    return .success
  }
}

extension Selector {
  /// Returns the notice that `executable` of a withheld pin is not used.
  fileprivate func notice(_ withheld: WithheldPin, of executable: ExecutableName) -> Notice {
    let pin = withheld.pin
    return .withholds(
      executable: executable.text, tool: "\(pin.tool) \(pin.version)", origin: pin.origin,
      withheld.requests.isEmpty
        ? .notConfirmed(directory: consentDirectory(of: pin))
        : .notAccepted(directory: consentDirectory(of: pin)))
  }
}
