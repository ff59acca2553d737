package import Diagnostics
internal import Layout
internal import Projects
internal import Selection
internal import SourceKinds
package import Terminal
internal import TextSearch
package import Vocabulary

/// `version`: the pinned version of a tool.
package enum VersionCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "version", "Print the version of a tool, or of every tool, used in this directory.",
    family: .choosing, aliases: [.init("current")],
    arguments: .list(placeholder: "[TOOL]", atLeast: 0, atMost: 1),
    details: ["Prints `system` for a tool that nothing pins: the next program on PATH runs."],
    examples: [
      .init("bootstrap version ruff", "print the version of ruff"),
      .init("bootstrap version -v ruff", "also list what was considered, and what decided"),
      .init("bootstrap --version", "print the version of bootstrap itself"),
    ])

  /// Prints the version of one tool, or every pin with its origin.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let selector = session.selector()
    let chain = try selector.pinChain()
    guard let name = session.arguments.positionals.first else {
      try printAll(of: chain, selector, session)
      return .success
    }
    guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
    guard let pin = try chain.pin(of: tool) else {
      if session.console.verbosity == .verbose, !session.console.isJSON {
        session.console.report(
          .selection(.report(selector.report(on: tool, in: chain, selectedBy: nil))))
      }
      let passedOver = selector.passedOver([tool], in: chain)
      // If a file names the tool in vain, and nothing else runs, the file is the reason.
      let system = SystemPrograms(session.environment, root: session.root).first(named: name)
      let isSilent = !passedOver.isEmpty && system == nil
      guard !isSilent, session.mayRunSystemProgram(of: tool) else {
        throw .project(try session.notPinned(tool, passedOver: passedOver))
      }
      let report = selector.report(on: tool, in: chain, selectedBy: nil)
      session.console.print(
        ["system"],
        json: .object([
          "schema": 1, "tools": .array([.unpinned(tool, report.members)]), "contested": .array([]),
        ]))
      return .success
    }
    explain([pin], in: chain, selector, session)
    session.console.print(
      [pin.version.description], json: json(of: [pin], in: chain, selector, session))
    try reportMissing([pin], session)
    return .success
  }

  /// Prints the version of every tool that is pinned in the directory or in a merge conflict.
  private static func printAll(
    of chain: PinChain, _ selector: Selector, _ session: Session
  ) throws(Problem) {
    let pins = try chain.pins()
    explain(pins, in: chain, selector, session)
    explainPassedOver(in: chain, except: pins, selector, session)
    let contested = chain.contested.sorted { $0.tool < $1.tool }
    session.console.print(
      pins.map { "\($0.tool) \($0.version) (\($0.origin.withoutColumn))" }
        + contested.map { "\($0.tool) - (\($0.origin), in a merge conflict)" },
      json: json(of: pins, contested, in: chain, selector, session))
    if pins.isEmpty, contested.isEmpty { session.console.report(.selection(.nothingPinned)) }
    try reportMissing(pins, session)
  }

  /// Reports the pinned versions that are not installed. JSON has a member for it.
  private static func reportMissing(_ pins: [SelectedPin], _ session: Session) throws(Problem) {
    if session.console.isJSON { return }
    try session.checkAreReachable(pins)
    for pin in pins where !pin.isInstalled(in: session.root) {
      session.console.report(
        .selection(.notInstalled(tool: pin.tool, version: pin.version)))
    }
  }

  /// Reports what was considered for the tools that only files of other version managers name, and
  /// in vain, if `--verbose` was given.
  private static func explainPassedOver(
    in chain: PinChain, except pins: [SelectedPin], _ selector: Selector, _ session: Session
  ) {
    guard session.console.verbosity == .verbose, !session.console.isJSON else { return }
    var known = Set(pins.map(\.tool))
    for pin in chain.directories.flatMap(\.passedOver) {
      guard let tool = pin.tool, known.insert(tool).inserted else { continue }
      session.console.report(
        .selection(.report(selector.report(on: tool, in: chain, selectedBy: nil))))
    }
  }

  /// Reports what was considered for each pin if `--verbose` was given.
  private static func explain(
    _ pins: [SelectedPin], in chain: PinChain, _ selector: Selector, _ session: Session
  ) {
    guard session.console.verbosity == .verbose, !session.console.isJSON else { return }
    for pin in pins {
      session.console.report(
        .selection(.report(selector.report(on: pin.tool, in: chain, selectedBy: pin))))
    }
  }

  private static func json(
    of pins: [SelectedPin], _ contested: [ContestedPin] = [], in chain: PinChain,
    _ selector: Selector, _ session: Session
  ) -> JSON {
    let tools = pins.map { pin in
      JSON.object(
        pin.members(in: session)
          + selector.report(on: pin.tool, in: chain, selectedBy: pin).members)
    }
    return .object([
      "schema": 1, "tools": .array(tools), "contested": .array(contested.map(\.json)),
    ])
  }
}

extension Session {
  /// Returns whether the system's program of this name runs where nothing pins `tool`: whether
  /// there is one, or a version of the tool is installed. Otherwise, its name is probably
  /// misspelled.
  package func mayRunSystemProgram(of tool: ToolName) -> Bool {
    SystemPrograms(environment, root: root).first(named: tool.text) != nil
      || !((try? root.installedVersions(of: tool)) ?? []).isEmpty
  }

  /// Returns the problem of a tool that nothing pins here, with its installed versions, or with
  /// similar names of tools that are pinned or installed.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - passedOver: The files of other version managers that name the tool and are not followed.
  package func notPinned(
    _ tool: ToolName, passedOver: [PassedOverPin] = []
  ) throws(Problem) -> ProjectProblem {
    let installed = (try? root.installedVersions(of: tool)) ?? []
    if !installed.isEmpty, passedOver.isEmpty {
      return .pin(.notPinned(tool: tool, installed: installed.distinctVersions))
    }
    let pinned = try selector().pinChain().pins().map(\.tool)
    return .statement(
      .unknownTool(
        tool.text,
        nearest: nearestNames(
          to: tool.text,
          in: Set(pinned + installedTools(like: tool)).subtracting([tool]).sorted()),
        passedOver: passedOver, isInProject: (try? projectFolder()) != nil,
        isDefined: Registries.trusted(in: root).entry(of: tool) != nil))
  }
}

extension JSON {
  /// Returns the members of a pin for a tool that nothing pins, so that the system's program runs.
  fileprivate static func unpinned(_ tool: ToolName, _ details: [JSON.Member]) -> JSON {
    .object(
      [
        .init(name: "name", value: .string(tool.text)), .init(name: "version", value: "system"),
        .init(name: "id", value: .null), .init(name: "origin", value: .null),
        .init(name: "file", value: .null), .init(name: "line", value: .null),
        .init(name: "installed", value: .bool(true)),
      ] + details)
  }
}
