internal import Diagnostics
package import Filesystem
internal import Terminal

/// `bin/bootstrap`: answers, runs tools, and hands over what writes.
package enum ReadingProgram {
  /// Runs the command that was typed, and returns what the process ends with. Does not return where another program takes over.
  package static func run(typed: [[UInt8]], environment: Environment) -> Int32 {
    if let code = ShimExec.run(typed: typed, environment: environment) { return code.rawValue }
    let program: Program
    do throws(Program.Rejection) {
      program = try Program(typed: typed, environment: environment)
    } catch {
      error.console.report(.usage(error.problem))
      return ExitCode.usage.rawValue
    }
    do throws(Problem) {
      return try program.run().rawValue
    } catch {
      program.console.report(error)
      return error.exitCode.rawValue
    }
  }
}

extension Program {
  fileprivate func run() throws(Problem) -> ExitCode {
    guard let syntax else {
      if arguments.has("--version") {
        console.print(
          ["bootstrap \(Self.version)"],
          json: .object(["schema": 1, "version": .string(Self.version)]))
      } else {
        console.print(Catalog.overviewText)
      }
      return .done
    }
    if arguments.has("--help") {
      console.print(syntax.helpText)
      return .done
    }
    if syntax.name == Catalog.help.name { return try Help.run(self) }
    if let command = Self.readingCommands.first(where: { $0.syntax.name == syntax.name }) {
      return try command.run(Session(self))
    }
    if syntax.name == Catalog.install.name, let answer = try InstallNothing.run(Session(self)) {
      return answer
    }
    try HandOver.replaceProcess(typed: typed, environment: environment)
  }

  private static let readingCommands: [any ReadingCommand.Type] = [
    Check.self, Exec.self, List.self, PrintRoot.self, PrintVersion.self, Versions.self, Which.self,
  ]
}

/// A command that answers or runs, and never writes.
protocol ReadingCommand: Command {
  static func run(_ session: Session) throws(Problem) -> ExitCode
}
