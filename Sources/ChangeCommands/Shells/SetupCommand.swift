internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Terminal
internal import Vocabulary

/// `setup --shell`: the line in the startup files of the user's shell.
enum SetupCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "setup", "Set up your shell, or undo that.", family: .placing,
    arguments: .list(placeholder: "--shell [\(Shell.placeholder)]", atLeast: 0, atMost: 1),
    options: [
      .init("--shell", "write the line that activates bootstrap into the shell's startup file"),
      .init("--direct", "activate the direct mode: see `bootstrap help activate`"),
      .init("--remove", "remove what an earlier setup wrote; every other byte stays"),
    ],
    details: [
      "Without a name, sets up your login shell, or with --remove, cleans up after all shells.",
      "For bash, this is ~/.bashrc, and the file that login shells read unless it reads ~/.bashrc.",
    ],
    examples: [
      .init("bootstrap setup --shell", "set up your login shell"),
      .init("bootstrap setup --shell fish", "set up fish"),
      .init("bootstrap setup --shell --remove", "undo it, for every shell"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let arguments = session.arguments
    guard arguments.has("--shell") else {
      throw .usage(.missingArgument("--shell", command: session.command))
    }
    if arguments.has("--remove"), arguments.has("--direct") {
      throw session.contradiction("--remove", "--direct")
    }
    if !arguments.has("--remove") { try session.checkFoldersFitPath() }
    // Without a name, `--remove` removes the lines of all shells.
    let removesAll = arguments.has("--remove") && arguments.positionals.isEmpty
    let shell = removesAll ? nil : try shell(session)
    let results =
      if let shell, !arguments.has("--remove") {
        try add(shell, session)
      } else {
        try remove(shell, session)
      }
    session.console.print(
      [],
      json: .object([
        "schema": 1, "shell": .optional(shell?.rawValue), "files": .array(results),
      ]))
    return .success
  }

  /// Returns the named shell, or else the login shell.
  private static func shell(_ session: Session) throws(Problem) -> Shell {
    if let name = session.arguments.positionals.first { return try Shell(named: name) }
    if let shell = Shell(login: session.environment) { return shell }
    throw .usage(
      .unknownShell(
        session.environment.path("SHELL")?.lastComponent, known: Shell.allCases.map(\.rawValue)))
  }

  /// Adds the line to each file, and reports that. Returns the JSON of the files.
  private static func add(_ shell: Shell, _ session: Session) throws(Problem) -> [JSON] {
    let line = line(for: shell, session)
    var results: [JSON] = []
    var changed: [StartupFile] = []
    var notices: [Notice] = []
    for var file in try StartupFile.files(of: shell, session.environment) {
      let name = session.formatAbsolutePath(file.path)
      // Other shells cannot evaluate what bash can.
      let own = file.isShared ? "if [ -n \"${BASH_VERSION-}\" ]; then \(line); fi" : line
      let (change, number) = file.text.add(own)
      let origin = Origin.file(name, line: number)
      switch change {
      case .none: notices.append(.shell(.activatedAlready(origin)))
      case .replaced(let old):
        notices.append(.edit(.statementRemoved(text: old, origin: origin)))
        notices.append(.edit(.statementAdded(text: own, origin: origin)))
      case .added: notices.append(.edit(.statementAdded(text: own, origin: origin)))
      }
      if change != .none {
        try file.checkWritable(named: name, adding: own)
        changed.append(file)
      }
      results.append(json(file, number, change == .none ? "present" : "added"))
    }
    for file in changed { try file.write() }
    for notice in notices { session.console.report(notice) }
    if !changed.isEmpty { session.console.report(.shell(.startsWithNewShell(shell.rawValue))) }
    return results
  }

  /// Removes the line from each file of a shell, or of all shells if it is `nil`, and reports that.
  /// Returns the JSON of the files.
  private static func remove(_ shell: Shell?, _ session: Session) throws(Problem) -> [JSON] {
    var results: [JSON] = []
    var changed: [StartupFile] = []
    var notices: [Notice] = []
    var files: [StartupFile] = []
    for one in shell.map({ [$0] }) ?? Shell.allCases {
      files += try StartupFile.filesSetUp(for: one, session.environment)
    }
    for var file in files {
      let name = session.formatAbsolutePath(file.path)
      let lines = file.text.remove()
      if lines.isEmpty { continue }
      try file.checkWritable(named: name, adding: nil)
      changed.append(file)
      for (number, text) in lines {
        notices.append(.edit(.statementRemoved(text: text, origin: .file(name, line: number))))
        results.append(json(file, number, "removed"))
      }
    }
    for file in changed { try file.write() }
    for notice in notices { session.console.report(notice) }
    if changed.isEmpty { session.console.report(.shell(.notSetUp(shell: shell?.rawValue))) }
    return results
  }

  private static func json(_ file: StartupFile, _ line: Int, _ change: String) -> JSON {
    .object(["path": .string(file.path.string), "line": .number(line), "change": .string(change)])
  }

  /// Returns the line that activates bootstrap when the shell starts. It does not depend on `PATH`.
  private static func line(for shell: Shell, _ session: Session) -> String {
    let program = session.programFolder.appending("bootstrap")
    var word = shell.quoted(program.string)
    if let home = session.environment.path("HOME"), let path = program.relative(to: home),
      path.string.utf8.allSatisfy({ !"\\\"$`!".utf8.contains($0) })
    {
      word = "\"$HOME/\(path)\""
    }
    if let root = session.environment.nonEmpty("BOOTSTRAP_ROOT") {
      word = "BOOTSTRAP_ROOT=\(shell.quoted(root)) \(word)"
    }
    let line = shell.activation(by: word, isDirect: session.arguments.has("--direct"))
    return shell == .fish ? "status is-interactive; and \(line)" : line
  }
}
