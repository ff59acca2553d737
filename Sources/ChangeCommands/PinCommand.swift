internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Terminal
internal import TextSearch
internal import Vocabulary
internal import Workflows

/// The shared action of `local` and `global`: lists, shows, sets, and removes pins.
struct PinCommand {
  private let session: Session
  private let context: ChangeContext
  private let pins: PinWorkflow
  /// Whether the pins are those of the working directory.
  private let isLocal: Bool

  /// The options of both commands.
  static let options: [CommandSyntax.Option] = [
    .init("--unset", "remove the pin of TOOL, or all pins"),
    .init("--install", "install the newest version that matches VERSION, then pin it"),
    .init("--offline", "do not access the network"),
  ]

  init(_ session: Session, isLocal: Bool) {
    let context = ChangeContext(session)
    self.session = session
    self.context = context
    self.isLocal = isLocal
    pins = PinWorkflow(session.selector(), isLocal: isLocal) { () throws(Problem) in
      try session.checkOwners()
      try session.checkDirectoryIsInRepository()
    } observe: {
      context.progress.report($0)
    }
  }

  func run() async throws(Problem) -> ExitCode {
    let words = Self.words(session.arguments.positionals)
    let installs = session.arguments.has("--install")
    if session.arguments.has("--unset") {
      if installs { throw session.contradiction("--unset", "--install") }
      return try await unset(words)
    }
    guard let name = words.first else {
      if installs { throw .usage(.missingArgument("TOOL", command: session.command)) }
      return try list()
    }
    guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
    let text = words.count > 1 ? words[1] : nil
    if text == nil, !installs { return try show(tool) }
    return try await set(tool, text, installs: installs)
  }

  /// Returns the tool and the version, which may be one word as for `install`: `ruff@0.17.5`.
  private static func words(_ typed: [String]) -> [String] {
    guard typed.count == 1 else { return typed }
    return typed[0].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
  }

  // MARK: Changing pins

  private func set(
    _ tool: ToolName, _ text: String?, installs: Bool
  ) async throws(Problem) -> ExitCode {
    try pins.checkMayBeWritten()
    let typed = text.flatMap(TypedPin.init)
    if let text, typed == nil { throw session.badVersion(text, of: tool) }
    let start = ContinuousClock.now
    let choice = try await context.progress.show { () async throws(Problem) in
      try await pins.choice(
        of: tool, typed: typed, isInstalling: installs,
        .init(
          locking: context.locking, installing: context.installing, registries: session.registries))
    }
    if let report = choice.report, !report.installed.isEmpty || !report.madeDefault.isEmpty {
      report.say(to: session.console, time: .now - start)
    }
    try await pins.pin(choice) { change in
      print(tool, change.pin)
      if change.version.description != text, !session.console.isJSON {
        session.console.report(
          .pin(.pinned(tool: tool, version: change.version)))
      }
      for notice in change.notices { session.console.report(notice) }
    }
    return .success
  }

  /// Removes the pin of a tool, or all pins of the file if none is given.
  private func unset(_ words: [String]) async throws(Problem) -> ExitCode {
    if words.count > 1 { throw .usage(.unexpectedArgument(words[1], command: session.command)) }
    var tool: ToolName?
    if let name = words.first {
      tool = ToolName(name)
      if tool == nil { throw .usage(.badToolName(name)) }
    }
    let removed = tool
    try await pins.unpin(tool) { names, other in
      guard let removed else { return }
      session.console.report(
        .pin(
          .notInFile(
            tool: removed, file: session.formatPath(pins.path),
            other: other.flatMap { $0.pins.isEmpty ? nil : session.formatPath($0.path) },
            nearest: nearestNames(to: removed.text, in: names.map(\.tool)))))
    } showing: {
      if let removed { print(removed, nil) } else { print([], of: pins.path) }
    }
    return .success
  }

  /// Prints the new pin if `--json` was given. `pin` is `nil` if the pin was removed.
  private func print(_ tool: ToolName, _ pin: ToolPin?) {
    session.console.print(
      [],
      json: .object([.init(name: "schema", value: 1)] + json(tool, pin, in: pins.path)))
  }

  private func json(_ tool: ToolName, _ pin: ToolPin?, in path: FilePath) -> [JSON.Member] {
    let line: Int? = if case .file(_, let line, _)? = pin?.origin { line } else { nil }
    return [
      .init(name: "name", value: .string(tool.text)),
      .init(name: "version", value: .optional(pin?.version.description)),
      .init(name: "file", value: .string(path.string)),
      .init(name: "line", value: line.map { .number($0) } ?? .null),
    ]
  }

  // MARK: Printing pins

  private func list() throws(Problem) -> ExitCode {
    let list = try pins.pins(of: nil)
    if isLocal, list.pins.isEmpty {
      throw .project(.pin(.nothingPinned(file: session.formatPath(list.path))))
    }
    print(list.pins, of: list.path)
    return .success
  }

  private func print(_ pins: [ToolPin], of path: FilePath) {
    session.console.print(
      pins.map { "\($0.tool) \($0.version)" },
      json: .object([
        "schema": 1, "file": .string(path.string),
        "pins": .array(
          pins.map {
            .object(["name": .string($0.tool.text), "version": .string($0.version.description)])
          }),
      ]))
  }

  private func show(_ tool: ToolName) throws(Problem) -> ExitCode {
    let list = try pins.pins(of: tool)
    guard let pin = list.pins.first(where: { $0.tool == tool }) else {
      guard !isLocal, session.mayRunSystemProgram(of: tool) else {
        throw .project(
          .pin(
            .notPinnedHere(
              tool: tool, file: session.formatPath(list.path),
              retry: session.retryForRuby(replacing: tool.text, with: ["ruby", tool.text]))))
      }
      // Where nothing pins a tool, the system's program runs.
      session.console.print(
        ["system"],
        json: .object([
          "schema": 1, "name": .string(tool.text), "version": "system", "file": .null,
          "line": .null,
        ]))
      return .success
    }
    session.console.print(
      [pin.version.description],
      json: .object([.init(name: "schema", value: 1)] + json(tool, pin, in: list.path)))
    return .success
  }
}
