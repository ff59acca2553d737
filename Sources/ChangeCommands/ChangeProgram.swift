internal import Builds
internal import Commands
internal import Diagnostics
package import Filesystem
internal import Layout
internal import LibC
package import Terminal
internal import Vocabulary

/// The program `libexec/bootstrap-change`: the commands that write or use the network, and `help`.
package enum ChangeProgram {
  package static let commands: [any ChangeCommand.Type] = [
    InitCommand.self,
    AddCommand.self,
    RemoveCommand.self,
    InstallCommand.self,
    LockCommand.self,
    UpdateCommand.self,
    OutdatedCommand.self,
    HoldCommand.self,
    TrustCommand.self,
    UseCommand.self,
    LocalCommand.self,
    GlobalCommand.self,
    InfoCommand.self,
    UninstallCommand.self,
    PruneCommand.self,
    TrashCommand.self,
    HistoryCommand.self,
    UndoCommand.self,
    CacheCommand.self,
    MirrorCommand.self,
    BundleCommand.self,
    VerifyCommand.self,
    ThoroughCheckCommand.self,
    RecordedListCommand.self,
    FileWhenceCommand.self,
    RecordedVersionsCommand.self,
    InstalledWhyCommand.self,
    XInstallCommand.self,
    PolicyCommand.self,
    RehashCommand.self,
    ConfigCommand.self,
    DoctorCommand.self,
    RegistryCommand.self,
    ImportCommand.self,
    SetupCommand.self,
    SelfUpdateCommand.self,
    CompletionsCommand.self,
    HelpCommand.self,
  ]

  /// The commands of both programs.
  package static var allCommands: [CommandSyntax] {
    let own = commands.map { $0.syntax }
    // Both programs implement some commands: `bin/bootstrap` handles only the usual case.
    return own + MainProgram.syntaxes.filter { other in !own.contains { $0.name == other.name } }
  }

  /// The number of files that the program must be able to open: for Swift's runtime, the database,
  /// a few downloads, and the reserve of ``RootChange``.
  private static let neededDescriptors = 48

  /// Reports an error and returns the exit code if the process can open too few files, or returns
  /// `nil` if it can open enough.
  private static func refusalForLackOfDescriptors(
    commandLine: [[UInt8]], environment: Environment
  ) -> Int32? {
    do throws(FileError) {
      _ = try SpareDescriptors(neededDescriptors)
      return nil
    } catch {
      let console: Console
      do throws(Program.UsageError) {
        console = try Program(
          commandLine: commandLine, environment: environment, commands: allCommands
        ).console
      } catch {
        console = error.console
      }
      let problem = SystemProblem.tooFewDescriptors(needed: neededDescriptors)
      console.report(.system(problem))
      return console.finish(problem.exitCode).rawValue
    }
  }

  /// Parses a command line, runs its command, and ends the process with its exit code.
  ///
  /// The main thread waits, and all work is on other threads. If the entry point was asynchronous,
  /// the main thread would end in dispatch_main(3) instead, by unwinding its stack. The tables for
  /// that are a seventh of a static program, so releases leave them out (Package.swift).
  ///
  /// - Parameters:
  ///   - commandLine: The arguments of the process, byte for byte, the program's name first.
  ///   - environment: The environment of the process.
  package static func run(commandLine: [[UInt8]], environment: Environment) -> Never {
    // This must come first, because only a process with a single thread can enter a sandbox.
    StepLauncher.runIfAsked(commandLine, environment)
    // This precedes the first task, because Swift's runtime then opens files of its own and ends
    // the process if it cannot.
    if let code = refusalForLackOfDescriptors(commandLine: commandLine, environment: environment) {
      exit(code)
    }
    // Also before the first task, so that no signal comes too early. The first signal cancels the
    // work.
    let endings = TerminationSignals.startCatching()
    let program: Program
    do throws(Program.UsageError) {
      program = try Program(
        commandLine: commandLine, environment: environment, commands: allCommands)
    } catch {
      error.console.report(.usage(error.problem.runningProgram(commandLine, environment)))
      exit(error.console.finish(.usage).rawValue)
    }
    // Canceling the task ends the work in progress, which removes what it has staged.
    let work = Task {
      exit(program.console.finish(await exitCode(of: program)).rawValue)
    }
    endings.onFirst { work.cancel() }
    while true { pause() }
  }

  private static func exitCode(of program: Program) async -> ExitCode {
    guard let command = program.command else {
      if program.arguments.has("--help") {
        program.console.print(HelpCommand.overview)
        return .success
      }
      // A script that runs bootstrap without a command, such as with an empty variable, must fail.
      program.console.printUsage(HelpCommand.overview)
      return .usage
    }
    if program.arguments.has("--help") {
      program.console.print(command.helpText)
      return .success
    }
    do throws(Problem) {
      guard let match = commands.first(where: { $0.syntax.name == command.name }) else {
        throw .system(.internalFault("this program does not run `\(command.name)`"))
      }
      let session = try Session(program)
      do throws(Problem) {
        return try await match.run(session)
      } catch {
        throw session.explaining(session.allowingMoreTime(after: error))
      }
    } catch {
      // `exec` ends with 127 if it cannot install what it needs.
      let isPreparation = program.environment.requestOrigin != .commandLine
      program.console.report(
        error.naming(Root(environment: program.environment)),
        exitCode: isPreparation ? .notFound : nil)
      return error.exitCode
    }
  }
}
