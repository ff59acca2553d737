package import Diagnostics
internal import Manifests
internal import Selection
package import Terminal

/// `version`: the pinned version of a tool.
package enum VersionCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "version", "Print the version of a tool, or of every tool, used in this directory.",
    family: .choosing,
    arguments: .list(placeholder: "[TOOL]", atLeast: 0, atMost: 1),
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
      return .success
    }
    guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
    guard let pin = pins.first(where: { $0.tool == tool }) else {
      throw .project(
        .unknownTool(name, nearest: nearestNames(to: name, in: pins.map(\.tool.text))))
    }
    session.console.print(
      [pin.version.description],
      json: .object(["schema": 1, "tools": .array([pin.json(in: session)])]))
    return .success
  }
}
