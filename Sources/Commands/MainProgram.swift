internal import Diagnostics
package import Filesystem
internal import Layout
package import Terminal
internal import Versions

/// The program `bin/bootstrap`: runs tools and the commands that only read. For everything else, it
/// replaces itself with `libexec/bootstrap-change`, unless it contains that program, too. It loads
/// no libraries, because it runs often and must start fast.
package enum MainProgram {
  /// The commands. ``ExecCommand`` and ``XCommand`` come first because tools wait for them to
  /// start.
  package static let commands: [any ReadOnlyCommand.Type] = [
    ExecCommand.self,
    XCommand.self,
    CheckCommand.self,
    ListCommand.self,
    WhichCommand.self,
    VersionCommand.self,
    VersionsCommand.self,
    WhenceCommand.self,
    PrefixCommand.self,
    SearchCommand.self,
    WhyCommand.self,
    TreeCommand.self,
    EnvCommand.self,
    RootCommand.self,
    CacheKeyCommand.self,
    ConfigListing.self,
    ActivateCommand.self,
    ShellCommand.self,
    UpToDateInstall.self,
  ]

  /// The commands that the scripts for shells run, and that help does not list.
  private static let helpers: [any ReadOnlyCommand.Type] = [
    DirectPathCommand.self, CompleteWordsCommand.self,
  ]

  /// The syntaxes of the commands, which the help of `bootstrap-change` lists too. They are mapped
  /// from ``commands`` because converting that array to `[any Command.Type]` would look up
  /// conformances at every start.
  package static var syntaxes: [CommandSyntax] { commands.map { $0.syntax } }

  /// Parses a command line and runs its command. Returns the exit code, or `nil` if
  /// `bootstrap-change` must do the work (``Handoff``).
  ///
  /// - Parameters:
  ///   - commandLine: The arguments of the process, byte for byte, the program's name first.
  ///   - environment: The environment of the process.
  package static func run(commandLine: [[UInt8]], environment: Environment) -> Int32? {
    if let code = ShimExecCommand.run(commandLine: commandLine, environment: environment) {
      return code.rawValue
    }
    let program: Program?
    do {
      program = try parse(commandLine, environment)
    } catch {
      error.console.report(.usage(error.problem))
      return error.console.finish(.usage).rawValue
    }
    guard let program else { return nil }
    do {
      return try program.runCommand().map { program.console.finish($0).rawValue }
    } catch {
      program.console.report(error.naming(Root(environment: environment)))
      return program.console.finish(error.exitCode).rawValue
    }
  }

  /// Runs a command and returns its exit code, or `nil` if `bootstrap-change` must do the work.
  fileprivate static func run(
    _ program: Program, as command: CommandSyntax
  ) throws(Problem) -> ExitCode? {
    try self.command(named: command.name)?.run(Session(program))
  }

  /// Returns the parsed command line, or `nil` if its command belongs to `bootstrap-change`.
  private static func parse(
    _ commandLine: [[UInt8]], _ environment: Environment
  ) throws(Program.UsageError) -> Program? {
    guard let name = Program.commandName(in: commandLine) else {
      return try Program(commandLine: commandLine, environment: environment, commands: [])
    }
    guard let command = command(named: name) else { return nil }
    return try Program(
      commandLine: commandLine, environment: environment, commands: [command.syntax])
  }

  /// Returns the command with this name or alias, or `nil` if it belongs to `bootstrap-change`.
  /// Creates only the syntaxes of the commands up to this one.
  private static func command(named name: String) -> (any ReadOnlyCommand.Type)? {
    // A shell in direct mode runs this command in every folder that the user enters. Creating the
    // syntaxes of all other commands would delay it.
    if name == DirectPathCommand.name { return DirectPathCommand.self }
    return commands.first { $0.syntax.isCalled(name) } ?? helpers.first { $0.syntax.name == name }
  }
}

extension Program {
  /// Runs the command and returns its exit code, or `nil` if `bootstrap-change` must do the work.
  fileprivate func runCommand() throws(Problem) -> ExitCode? {
    guard let command else {
      guard arguments.has("--version") else { return nil }
      console.print(
        ["bootstrap \(ProgramVersion.text)"],
        json: .object(["schema": 1, "version": .string(ProgramVersion.text)]))
      return .success
    }
    if arguments.has("--help") {
      console.print(command.helpText)
      return .success
    }
    return try MainProgram.run(self, as: command)
  }
}
