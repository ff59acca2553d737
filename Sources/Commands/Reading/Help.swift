internal import Diagnostics
internal import Terminal

enum Help {
  static func run(_ program: Program) throws(Problem) -> ExitCode {
    guard let name = program.arguments.positionals.first else {
      program.console.print(Catalog.overviewText)
      return .done
    }
    guard let syntax = Catalog.syntax(named: name) else {
      throw .usage(
        .unknownCommand(name, nearest: nearestNames(to: name, in: Catalog.names)))
    }
    program.console.print(syntax.helpText)
    return .done
  }
}
