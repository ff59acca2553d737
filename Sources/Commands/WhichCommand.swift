package import Diagnostics
internal import Filesystem
internal import Selection
package import Terminal
internal import Vocabulary

/// `which`: the program that a name runs.
package enum WhichCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "which", "Print the path of the program that NAME runs in this directory.", family: .choosing,
    arguments: .list(placeholder: "NAME", atLeast: 1, atMost: 1),
    examples: [
      .init("bootstrap which npm", "print the path of npm"),
      .init("bootstrap which --json npm", "also print the tool, version, and origin"),
      .init("bootstrap which -v npm", "also list what was considered, and why it did not decide"),
    ])

  /// Prints the path of the program.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let name = session.arguments.positionals[0]
    guard let executable = ExecutableName(name) else {
      throw .selection(.notFound(executable: name, providers: []))
    }
    let selector = session.selector()
    if session.console.verbosity == .verbose { try reportIgnored(selector, executable, session) }
    let explains = session.console.isJSON || session.console.verbosity == .verbose
    let program: SelectedProgram
    do {
      program = try selector.program(of: executable)
      try selector.checkIsUndeclared(executable, program)
    } catch {
      let report = explains ? try? selector.report(on: executable, selectedBy: nil) : nil
      if let report, !session.console.isJSON { session.console.report(.selection(.report(report))) }
      // As for a shim, a program that the project may not use yet is not found.
      let exitCode = error.exitCode == .notTrusted ? .notFound : error.exitCode
      session.console.report(
        error, exitCode: exitCode, report.map { $0.members + $0.programMembers } ?? [])
      return exitCode
    }
    let path = program.path
    var details: [JSON.Member] = []
    if explains {
      var report = try selector.report(on: executable, selectedBy: program.pin)
      report.shimReason = selector.shimReason(of: program.pin)
      if !session.console.isJSON { session.console.report(.selection(.report(report))) }
      details = report.members + report.programMembers
    }
    session.console.print(path, json: .object(members(name, program) + details))
    return .success
  }

  /// Reports the files and pins that do not count here, although they may name the program.
  private static func reportIgnored(
    _ selector: Selector, _ executable: ExecutableName, _ session: Session
  ) throws(Problem) {
    if !session.environment.isContinuousIntegration {
      for file in selector.foreignFiles(isWholeChain: true) {
        session.console.report(.trust(.ignoresForeignFile(file)))
      }
    }
    for withheld in try selector.withheldPins(of: executable) {
      session.console.report(selector.notice(withheld, of: executable))
    }
  }

  private static func members(_ name: String, _ program: SelectedProgram) -> [JSON.Member] {
    [
      .init(name: "schema", value: 1), .init(name: "name", value: .string(name)),
      .init(name: "path", value: .string(program.path.string)),
      .init(name: "tool", value: .optional(program.pin?.tool.text)),
      .init(name: "version", value: .optional(program.pin?.version.description)),
      .init(name: "origin", value: .optional(program.pin?.origin.withoutColumn)),
      .init(name: "file", value: .optional(program.pin?.file?.string)),
      .init(name: "line", value: program.pin?.line.map { .number($0) } ?? .null),
    ]
  }
}

extension Selector {
  /// Returns the notice that `executable` of a withheld pin is not used.
  fileprivate func notice(_ withheld: WithheldPin, of executable: ExecutableName) -> Notice {
    let pin = withheld.pin
    return .selection(
      .withholds(
        executable: executable, tool: pin.tool, version: pin.version, origin: pin.origin,
        withheld.requests.isEmpty
          ? .notConfirmed(directory: consentDirectory(of: pin))
          : .notAccepted(directory: consentDirectory(of: pin))))
  }
}
