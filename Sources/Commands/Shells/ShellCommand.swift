package import Diagnostics
internal import Filesystem
internal import Layout
internal import Selection
package import Terminal
internal import Vocabulary

/// `shell`: the versions that the variables of the running shell select.
///
/// A program cannot set the variables of its shell. So the function `bootstrap`, which `activate`
/// defines, runs this command with `__BOOTSTRAP_SHELL` set, and evaluates its output if the first
/// line begins with `# evaluate`.
package enum ShellCommand: ReadOnlyCommand {
  /// The variable that names the shell whose function runs this command.
  private static let caller = "__BOOTSTRAP_SHELL"
  /// The variable that contains the tool that was changed last and, unless it had none, its version
  /// before.
  private static let previous = "__BOOTSTRAP_SHELL_PREVIOUS"

  package static let syntax = CommandSyntax(
    "shell", "Select, print, or reset the version of a tool in this shell.", family: .pinning,
    arguments: .list(placeholder: "[TOOL [VERSION]]", atLeast: 0, atMost: 2),
    options: [.init("--unset", "reset TOOL, or all tools, to the versions that files select")],
    details: [
      "Sets BOOTSTRAP_<TOOL>_VERSION, which takes precedence over all files. With `-` in place of",
      "TOOL, undoes the last change. A VERSION such as 24 means the newest installed version that",
      "starts with 24. This needs a shell that `bootstrap activate` has set up.",
    ],
    examples: [
      .init("bootstrap shell node 24.19.0", "select a version, or with `24` the newest 24"),
      .init("bootstrap shell", "print the versions that this shell selects"),
      .init("bootstrap shell --unset node", "reset the version"),
      .init("bootstrap shell -", "go back to the version before"),
    ])

  /// Prints versions, or a script that changes them.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    var words = session.arguments.positionals
    let isReset = session.arguments.has("--unset")
    if words.first == "-" {
      if words.count > 1 || isReset {
        throw .usage(.unexpectedArgument(isReset ? "-" : words[1], command: session.command))
      }
      guard let last = session.environment.nonEmpty(previous) else {
        throw .project(.pin(.noPreviousVersion))
      }
      words = last.split(separator: " ").map(String.init)
      if words.count == 1 { return try change(words[0], nil, session) }
    }
    if isReset {
      guard let name = words.first else { return try resetAll(session) }
      if words.count > 1 { throw .usage(.unexpectedArgument(words[1], command: session.command)) }
      return try change(name, nil, session)
    }
    guard let name = words.first else { return try list(session) }
    return words.count == 1 ? try show(name, session) : try change(name, words[1], session)
  }

  /// Prints the script that selects a version, or that resets the tool if `text` is `nil`.
  private static func change(
    _ name: String, _ text: String?, _ session: Session
  ) throws(Problem) -> ExitCode? {
    guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
    let version = try text.map { text throws(Problem) in try installed(text, of: tool, session) }
    var script = try script(session)
    let variable = tool.environmentVariable
    let before = session.environment.nonEmpty(variable)
    script.export(previous, (name + (before.map { " \($0)" } ?? "")).utf8)
    if let version {
      if version.description != text, !session.console.isJSON {
        session.console.report(.selection(.selected(tool: tool, version: version)))
      }
      report(version, of: tool, session)
      script.export(variable, version.description.utf8)
    } else if session.environment[variable] != nil {
      script.unset(variable)
    }
    if session.console.isJSON {
      let json = JSON.object([
        "schema": 1, "name": .string(name), "version": .optional(version?.description),
      ])
      script.print(json)
    }
    session.console.print(bytes: script.bytes)
    return .success
  }

  /// Prints the script that resets all tools that this shell selects. It can be undone only if it
  /// is a single one.
  private static func resetAll(_ session: Session) throws(Problem) -> ExitCode? {
    let selected = try selected(session)
    var script = try script(session)
    if selected.count == 1 {
      script.export(previous, "\(selected[0].tool) \(selected[0].version)".utf8)
    } else if session.environment[previous] != nil, !selected.isEmpty {
      script.unset(previous)
    }
    for (tool, _) in selected { script.unset(tool.environmentVariable) }
    if session.console.isJSON { script.print(.object(["schema": 1, "pins": .array([])])) }
    session.console.print(bytes: script.bytes)
    return .success
  }

  /// Returns an empty script for the calling shell.
  ///
  /// - Throws: ``UsageProblem/shellNotActivated(line:)`` if no function of a shell calls.
  private static func script(_ session: Session) throws(Problem) -> ShellScript {
    guard let caller = session.environment.nonEmpty(caller), let shell = Shell(rawValue: caller)
    else {
      let shell = Shell(login: session.environment) ?? .bash
      throw .usage(.shellNotActivated(line: shell.activation(by: "bootstrap")))
    }
    var script = ShellScript(shell)
    script.add("# evaluate this in \(shell)")
    return script
  }

  /// Reports a version that only locks can use yet.
  private static func report(_ version: PinnedVersion, of tool: ToolName, _ session: Session) {
    guard case .exact(let version) = version,
      (try? session.root.defaultInstallation(of: tool, version: version)) == nil
    else { return }
    session.console.report(
      .pin(
        .notInstalledYet(
          tool: tool, version: version, isLockOnly: true, isGlobal: true)))
  }

  /// Returns the installed version that a text stands for: the version itself, or the newest one
  /// that begins with it.
  ///
  /// - Throws: ``InstallationProblem/nothingInstalled(tool:version:installed:nearest:)`` if there
  ///   is none.
  private static func installed(
    _ text: String, of tool: ToolName, _ session: Session
  ) throws(Problem) -> PinnedVersion {
    guard let version = PinnedVersion(text) else {
      throw session.badVersion(text, of: tool)
    }
    guard case .exact = version else { return version }
    let root = session.root
    let (match, installed) = try mappingFileErrors { () throws(FileError) in
      (
        try root.installedVersion(of: tool, matching: text), try root.installedVersions(of: tool)
      )
    }
    if let match { return .exact(match) }
    if installed.isEmpty { throw .project(.installation(session.nothingInstalled(of: tool))) }
    throw .project(
      .installation(
        .nothingInstalled(
          tool: tool, version: text, installed: installed.distinctVersions, nearest: [])))
  }

  /// Prints the version of one tool.
  private static func show(_ name: String, _ session: Session) throws(Problem) -> ExitCode? {
    guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
    guard let version = session.environment.nonEmpty(tool.environmentVariable) else {
      throw .project(.pin(.notSelectedInShell(tool: tool, variable: tool.environmentVariable)))
    }
    session.console.print(
      [version],
      json: .object(["schema": 1, "name": .string(name), "version": .string(version)]))
    return .success
  }

  /// Returns the version of each tool whose variable is set. A variable does not tell the exact
  /// name of its tool, so only tools that are installed or selected by a file are known.
  private static func selected(
    _ session: Session
  ) throws(Problem) -> [(tool: ToolName, version: String)] {
    let chain = try session.selector().pinChain()
    let tools = Set(chain.installedTools + chain.directories.flatMap(\.pins).map(\.tool))
    return tools.sorted().compactMap { tool in
      session.environment.nonEmpty(tool.environmentVariable).map { (tool, $0) }
    }
  }

  /// Prints the version of each tool whose variable is set.
  private static func list(_ session: Session) throws(Problem) -> ExitCode? {
    let rows = try selected(session).map { ($0.tool.text, $0.version) }
    session.console.print(
      rows.map { "\($0) \($1)" },
      json: .object([
        "schema": 1,
        "pins": .array(
          rows.map { .object(["name": .string($0.0), "version": .string($0.1)]) }),
      ]))
    return .success
  }
}
