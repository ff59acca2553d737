package import Diagnostics
package import Filesystem
package import Terminal

/// A command of `bin/bootstrap`, which answers or runs, and never writes.
package protocol AnswerCommand: Command {
  /// Returns what the process ends with. nil where there is something to do that is the other program's.
  static func run(_ session: Session) throws(Problem) -> ExitCode?
}

/// `bin/bootstrap`: answers, runs tools, and hands over everything else to `libexec/bootstrap-change`, which replaces it.
///
/// It loads no library for what it does, since it is started a thousand times a day.
package enum MainProgram {
  /// A row for each command.
  package static let commands: [any AnswerCommand.Type] = [
    Check.self,
    List.self,
    Exec.self,
    Which.self,
    PrintVersion.self,
    Versions.self,
    PrintRoot.self,
    InstallNothing.self,
  ]

  /// Tables of syntaxes, not of types, are what both programs share: converting an array of types looks for conformances at run time.
  package static var syntaxes: [CommandSyntax] { commands.map { $0.syntax } }

  /// Runs the command that was typed, and returns what the process ends with. Does not return where another program takes over.
  package static func run(typed: [[UInt8]], environment: Environment) -> Int32 {
    if let code = ShimExec.run(typed: typed, environment: environment) { return code.rawValue }
    let program: Program?
    do throws(Program.Rejection) {
      program = try own(typed, environment)
    } catch {
      error.console.report(.usage(error.problem))
      return ExitCode.usage.rawValue
    }
    do throws(Problem) {
      if let code = try program?.answer() { return code.rawValue }
      try HandOver.replaceProcess(typed: typed, environment: environment)
    } catch {
      let console =
        program?.console
        ?? Console(verbosity: .normal, isJSON: false, color: .auto, environment: environment)
      console.report(error)
      return error.exitCode.rawValue
    }
  }

  /// nil where a command was typed that is none of this program's.
  private static func own(
    _ typed: [[UInt8]], _ environment: Environment
  ) throws(Program.Rejection) -> Program? {
    let syntaxes = syntaxes
    let name = Program.commandName(in: typed)
    if let name, !syntaxes.contains(where: { $0.name == name }) { return nil }
    return try Program(typed: typed, environment: environment, commands: syntaxes)
  }
}

extension Program {
  /// nil where there is something to do that is the other program's.
  fileprivate func answer() throws(Problem) -> ExitCode? {
    guard let command else {
      guard arguments.has("--version") else { return nil }
      console.print(
        ["bootstrap \(Self.version)"],
        json: .object(["schema": 1, "version": .string(Self.version)]))
      return .done
    }
    if arguments.has("--help") {
      console.print(command.helpText)
      return .done
    }
    let row = MainProgram.commands.first { $0.syntax.name == command.name }
    return try row?.run(Session(self))
  }
}
