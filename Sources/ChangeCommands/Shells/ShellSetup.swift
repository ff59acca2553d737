internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Terminal
internal import Vocabulary

/// `setup --shell`: the line in the startup files of the user's shell.
enum ShellSetup {
  /// Adds or removes the line, as the arguments say.
  static func run(_ session: Session) throws(Problem) -> ExitCode {
    let arguments = session.arguments
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

  /// Returns whether every startup file of a shell has the line.
  static func isDone(_ shell: Shell, _ session: Session) throws(Problem) -> Bool {
    let line = line(for: shell, session)
    return try StartupFile.files(of: shell, session.environment).allSatisfy { file in
      var text = file.text
      return text.add(own(line, in: file)).0 == .none
    }
  }

  /// Returns the line for one file. Other shells that read the file cannot evaluate bash's line.
  private static func own(_ line: String, in file: StartupFile) -> String {
    file.isShared ? "if [ -n \"${BASH_VERSION-}\" ]; then \(line); fi" : line
  }

  /// Returns the named shell, or else the login shell.
  private static func shell(_ session: Session) throws(Problem) -> Shell {
    if let name = session.arguments.positionals.first { return try session.shell(named: name) }
    if let shell = Shell(login: session.environment) { return shell }
    throw try session.unsupported(session.environment.path("SHELL")?.lastComponent)
  }

  /// Adds the line to each file, and reports that. Returns the JSON of the files.
  ///
  /// - Parameter isAlone: Whether only the shell is set up, in which case this reports what to do
  ///   next.
  @discardableResult
  static func add(
    _ shell: Shell, _ session: Session, isAlone: Bool = true
  ) throws(Problem) -> [JSON] {
    let line = line(for: shell, session)
    var results: [JSON] = []
    var changed: [StartupFile] = []
    var notices: [Notice] = []
    for var file in try StartupFile.files(of: shell, session.environment) {
      let name = session.formatAbsolutePath(file.path)
      let own = own(line, in: file)
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
    if !changed.isEmpty, isAlone {
      session.console.report(.shell(.startsWithNewShell(shell.rawValue)))
    }
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
