package import Diagnostics
internal import Layout
package import Manifests
internal import Selection
package import Terminal

/// `version`: the pinned version of a tool.
package enum VersionCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "version", "Print the version of a tool, or of every tool, used in this directory.",
    family: .choosing,
    arguments: .list(placeholder: "[TOOL]", atLeast: 0, atMost: 1),
    details: ["Prints `system` for a tool that nothing pins: the next program on PATH runs."],
    examples: [
      .init("bootstrap version ruff", "print the version of ruff"),
      .init("bootstrap --version", "print the version of bootstrap itself"),
    ])

  /// Prints the version of one tool, or every pin with its origin.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let pins = try session.selector().pinChain().pins()
    guard let name = session.arguments.positionals.first else {
      session.console.print(
        pins.map { "\($0.tool) \($0.version) (\($0.origin.withoutColumn))" },
        json: .object(["schema": 1, "tools": .array(pins.map { $0.json(in: session) })]))
      if pins.isEmpty { session.console.report(.nothingPinned) }
      return .success
    }
    guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
    guard let pin = pins.first(where: { $0.tool == tool }) else {
      guard session.mayRunSystemProgram(of: tool) else {
        throw .project(try session.notPinned(tool))
      }
      session.console.print(
        ["system"], json: .object(["schema": 1, "tools": .array([.unpinned(tool)])]))
      return .success
    }
    session.console.print(
      [pin.version.description],
      json: .object(["schema": 1, "tools": .array([pin.json(in: session)])]))
    return .success
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
  package func notPinned(_ tool: ToolName) throws(Problem) -> ProjectProblem {
    let installed = (try? root.installedVersions(of: tool)) ?? []
    if !installed.isEmpty {
      return .notPinned(tool: tool.text, installed: installed.distinctVersions)
    }
    let pinned = try selector().pinChain().pins().map(\.tool.text)
    return .unknownTool(
      tool.text,
      nearest: nearestNames(
        to: tool.text, in: Set(pinned + installedTools(like: tool)).sorted()))
  }
}

extension JSON {
  /// Returns the members of a pin for a tool that nothing pins, so that the system's program runs.
  fileprivate static func unpinned(_ tool: ToolName) -> JSON {
    .object([
      "name": .string(tool.text), "version": "system", "id": .null, "origin": .null,
      "file": .null, "line": .null, "installed": .bool(true),
    ])
  }
}
