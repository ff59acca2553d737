internal import Commands
internal import Diagnostics
package import Filesystem
internal import Terminal

/// `libexec/bootstrap-change`: the commands that write, or speak to a network.
package enum ChangingProgram {
  /// Runs the command that was typed, and returns what the process ends with.
  ///
  /// - Parameter endings: the first of them ends the work.
  package static func run(
    typed: [[UInt8]], environment: Environment, endings: Signals.Endings
  ) async -> Int32 {
    let program: Program
    do throws(Program.Rejection) {
      program = try Program(typed: typed, environment: environment)
    } catch {
      error.console.report(.usage(error.problem))
      return ExitCode.usage.rawValue
    }
    // What is under way ends by itself when its task is cancelled, and takes away what it staged.
    let work = Task { await exitCode(of: program) }
    endings.onFirst { work.cancel() }
    return await work.value.rawValue
  }

  private static func exitCode(of program: Program) async -> ExitCode {
    do throws(Problem) {
      guard let command = commands.first(where: { $0.syntax.name == program.syntax?.name }) else {
        throw .system(.internalFault("this program does not run `\(program.syntax?.name ?? "")`"))
      }
      return try await command.run(Session(program))
    } catch {
      program.console.report(error)
      return error.exitCode
    }
  }

  private static let commands: [any ChangingCommand.Type] = [
    Initialize.self, Install.self, LockProject.self, PinLocally.self, PinGlobally.self,
    Uninstall.self, Verify.self, Rehash.self,
  ]
}

/// A command that writes, or speaks to a network.
protocol ChangingCommand: Command {
  static func run(_ session: Session) async throws(Problem) -> ExitCode
}
