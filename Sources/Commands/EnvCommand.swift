package import Diagnostics
internal import Filesystem
internal import Selection
package import Terminal
internal import Vocabulary

/// `env`: the variables that `exec` sets, for a shell or another program.
package enum EnvCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "env", "Print the variables that exec sets in this directory, for a shell to evaluate.",
    family: .using,
    options: [.init("--shell", value: Shell.placeholder, "print them for this shell")],
    details: [
      "The variables stay set in the shell when you leave the directory. To follow the directory,",
      "use shims or `bootstrap activate --direct`. Without --shell, the lines are for any POSIX",
      "shell. Like `exec`, fails if a tool is not locked or not installed.",
    ],
    examples: [
      .init("eval \"$(bootstrap env)\"", "put the project's tools on PATH in this shell"),
      .init("bootstrap env --shell fish | source", "do the same in fish"),
      .init("bootstrap env --json", "print the variables as JSON, for an editor"),
    ])

  /// Prints the variables that differ from those of this process.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    var shell = Shell.bash
    if let name = session.arguments.values["--shell"] { shell = try Shell(named: name) }
    let selector = session.selector()
    let tools = try environment(selector, session)
    let changed = Set(tools.variables.entries).subtracting(session.environment.entries)
    let entries = tools.variables.entries.filter(changed.contains)
    if session.console.isJSON {
      session.console.print([], json: json(of: tools, entries))
    } else {
      session.console.print(bytes: script(of: entries, for: shell, session.environment))
    }
    return .success
  }

  private static func environment(
    _ selector: Selector, _ session: Session
  ) throws(Problem) -> CommandEnvironment {
    if let sealed = try selector.sealedTools(for: nil) {
      return try CommandEnvironment(of: sealed, selector, session)
    }
    let chain = try selector.pinChain(reading: .everything(nil))
    return try CommandEnvironment(
      of: try selector.installationsForCommands(chain), in: chain, selector, session)
  }

  /// Returns the assignments in the language of a shell. The assignment of `PATH` puts the folders
  /// in front of the value at the time of evaluation.
  private static func script(
    of entries: [[UInt8]], for shell: Shell, _ environment: Environment
  ) -> [UInt8] {
    var script = ShellScript(shell)
    let rest: [UInt8]? = environment.bytes(of: path).map { [UInt8(ascii: ":")] + Array($0) }
    for (name, value) in entries.compactMap(variable) {
      if name == path, let rest, value.reversed().starts(with: rest.reversed()) {
        script.prependToPath(value.dropLast(rest.count))
      } else {
        script.export(name, value)
      }
    }
    return script.bytes
  }

  /// Returns the folders and the variables as JSON.
  private static func json(of tools: CommandEnvironment, _ entries: [[UInt8]]) -> JSON {
    .object([
      "schema": 1, "folders": .strings(tools.folders.map(\.string)),
      "variables": .object(
        entries.compactMap(variable).map { name, value in
          JSON.Member(name: name, value: .string(String(decoding: value, as: UTF8.self)))
        }),
    ])
  }

  private static let path = "PATH"

  /// Returns the name and the value of an entry `NAME=value`, or `nil` if a shell cannot set a
  /// variable of this name.
  private static func variable(_ entry: [UInt8]) -> (name: String, value: ArraySlice<UInt8>)? {
    guard let sign = entry.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = entry[..<sign]
    guard let first = name.first, !first.isDigit, name.allSatisfy(\.isIdentifier) else {
      return nil
    }
    return (String(decoding: name, as: UTF8.self), entry[(sign + 1)...])
  }
}
