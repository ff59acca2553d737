package import Diagnostics
package import Filesystem
package import Terminal
internal import TextSearch

/// A command of bootstrap: a type with its syntax and its action. Each program has a list of its
/// commands.
package protocol Command: Sendable {
  static var syntax: CommandSyntax { get }
}

/// A parsed command line. Both programs, `bootstrap` and `bootstrap-change`, parse it in the same
/// way.
package struct Program: Sendable {
  /// The syntax of the command, or `nil` if the command line contains none, as in
  /// `bootstrap --version`.
  package let command: CommandSyntax?
  package let arguments: ParsedArguments
  package let console: Console
  package let environment: Environment

  /// The syntax of `bootstrap` without a command. `bootstrap help` starts with its summary and
  /// lists its options after the common options.
  package static let overview = CommandSyntax(
    "help", "bootstrap installs and pins a project's command-line tools.",
    options: [.init("--version", short: "-V", "print the version of bootstrap")], examples: [])

  /// Parses a command line.
  ///
  /// - Parameters:
  ///   - commandLine: The arguments of the process, byte for byte, the program's name first.
  ///   - environment: The environment of the process.
  ///   - commands: The commands to accept.
  /// - Throws: ``UsageError`` if the command line is invalid.
  package init(
    commandLine: [[UInt8]], environment: Environment, commands: [CommandSyntax]
  ) throws(UsageError) {
    self.environment = environment
    let words = Array(commandLine.dropFirst())
    do {
      if let index = Self.nameIndex(in: words) {
        let name = String(decoding: words[index], as: UTF8.self)
        let command = try Self.command(name, with: words[(index + 1)...], among: commands)
        arguments = try Self.arguments(words, nameIndex: index, command)
        self.command = command
      } else {
        command = nil
        arguments = try ArgumentReader.read(words, syntax: Self.overview)
      }
      console = try Self.console(arguments, environment)
    } catch {
      // The error is reported as JSON if requested, although the options were not all parsed.
      let isJSON = words.prefix { $0 != Array("--".utf8) }.contains(Array("--json".utf8))
      throw UsageError(
        problem: error,
        console: Console(verbosity: .normal, isJSON: isJSON, color: .auto, environment: environment)
      )
    }
  }

  /// A command line that cannot be parsed, and the console to report it on.
  package struct UsageError: Error {
    package let problem: UsageProblem
    package let console: Console
  }

  /// Returns the name of the command, or `nil` if the command line contains none. The first element
  /// of `commandLine` is the program's own name.
  package static func commandName(in commandLine: [[UInt8]]) -> String? {
    let words = Array(commandLine.dropFirst())
    return nameIndex(in: words).map { String(decoding: words[$0], as: UTF8.self) }
  }

  /// Returns the command with this name or alias.
  ///
  /// - Parameters:
  ///   - name: The name, as typed.
  ///   - arguments: The words that follow it, for advice about an unknown command, or `nil` if the
  ///     command is only looked up and does not run.
  ///   - commands: The commands to search.
  /// - Throws: ``UsageProblem`` with the nearest names if there is no such command.
  package static func command(
    _ name: String, with arguments: ArraySlice<[UInt8]>? = nil, among commands: [CommandSyntax]
  ) throws(UsageProblem) -> CommandSyntax {
    if let command = commands.first(where: { $0.isCalled(name) }) { return command }
    let counterparts = ForeignWord.counterparts(
      of: name, with: texts(of: arguments ?? []), among: commands)
    if !counterparts.isEmpty {
      throw .unknownCommand(name, nearest: [], counterparts: counterparts)
    }
    throw .unknownCommand(
      name, nearest: nearestNames(to: name, in: commands.flatMap(\.names)),
      counterparts: arguments.map { corrected(name, with: $0, among: commands) } ?? [])
  }

  /// Returns the command line with the right command in place of a misspelled one. Empty if several
  /// commands are equally near.
  private static func corrected(
    _ name: String, with arguments: ArraySlice<[UInt8]>, among commands: [CommandSyntax]
  ) -> [String] {
    func distance(_ other: String) -> Int { edits(from: Array(name.utf8), to: Array(other.utf8)) }
    let nearest = nearestNames(to: name, in: commands.flatMap(\.names))
    guard let first = nearest.first else { return [] }
    let equal = nearest.filter { distance($0) == distance(first) }
    let meant = commands.filter { $0.names.contains(where: equal.contains) }
    guard meant.count == 1 else { return [] }
    do {
      _ = try Self.arguments([Array(first.utf8)] + arguments, nameIndex: 0, meant[0])
    } catch {
      // The command does not take the arguments either.
      if case .unexpectedArgument(_, _, let others) = error, !others.isEmpty { return others }
    }
    return [(["bootstrap", first] + texts(of: arguments)).map(shellWord).joined(separator: " ")]
  }

  /// Parses the words around the name of a command, with the options that the name implies.
  private static func arguments(
    _ words: [[UInt8]], nameIndex index: Int, _ command: CommandSyntax
  ) throws(UsageProblem) -> ParsedArguments {
    let implied = command.options(impliedBy: String(decoding: words[index], as: UTF8.self))
    let others = words[(index + 1)...]
    do {
      return try ArgumentReader.read(
        Array(words[..<index]) + implied.map { Array($0.utf8) } + others, syntax: command)
    } catch {
      throw ForeignWord.completing(error, with: texts(of: others))
    }
  }

  private static func texts(of words: ArraySlice<[UInt8]>) -> [String] {
    words.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the index of the first word that is neither an option nor an option's value.
  private static func nameIndex(in words: [[UInt8]]) -> Int? {
    var takesValue = false
    for index in words.indices {
      let word = String(decoding: words[index], as: UTF8.self)
      if takesValue {
        takesValue = false
      } else if word.hasPrefix("-") {
        takesValue = CommandSyntax.commonOptions.contains { option in
          option.value != nil && (option.name == word || option.short == word)
        }
      } else {
        return index
      }
    }
    return nil
  }

  private static func console(
    _ arguments: ParsedArguments, _ environment: Environment
  ) throws(UsageProblem) -> Console {
    var color = Style.Choice.auto
    if let value = arguments.values["--color"] {
      guard let choice = Style.Choice(rawValue: value) else {
        throw .badValue(value, option: "--color", expected: .oneOf(["auto", "always", "never"]))
      }
      color = choice
    }
    let verbosity: Console.Verbosity =
      arguments.has("--quiet") ? .quiet : arguments.has("--verbose") ? .verbose : .normal
    return Console(
      verbosity: verbosity, isJSON: arguments.has("--json"), color: color, environment: environment,
      annotations: try annotations(arguments, environment),
      folder: Session.isGlobal(arguments) ? "~" : arguments.values["--directory"],
      // A watch also prints JSON if standard output is not a terminal.
      start: arguments.has("--json") || arguments.has("--watch")
        ? start(arguments, environment) : nil)
  }

  /// Returns the folder that the command works in, to which the paths in messages are relative.
  private static func start(
    _ arguments: ParsedArguments, _ environment: Environment
  ) -> FilePath {
    let start = (try? FilePath.workingDirectory()) ?? "."
    if Session.isGlobal(arguments), let home = environment.path("HOME") { return home }
    guard let folder = arguments.values["--directory"] else { return start }
    let typed = start.resolving(FilePath(folder))
    return (try? typed.resolvingLinks()) ?? typed
  }

  /// Returns the form of annotations that `--annotate` asks for, or `nil` if it is not given.
  private static func annotations(
    _ arguments: ParsedArguments, _ environment: Environment
  ) throws(UsageProblem) -> AnnotationFormat? {
    guard let service = arguments.values["--annotate"] else { return nil }
    guard AnnotationFormat.services.contains(service) else {
      throw .badValue(
        service, option: "--annotate", expected: .oneOf(AnnotationFormat.services))
    }
    return AnnotationFormat(folder: start(arguments, environment), environment: environment)
  }
}
