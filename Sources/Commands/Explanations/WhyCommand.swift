package import Diagnostics
internal import Manifests
internal import Projects
package import Terminal
internal import TextSearch
internal import Versions
internal import Vocabulary

/// `why`: the reasons for which a tool is in the lock.
package enum WhyCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "why", "Explain why a tool is in the lock: who asks for it, and with which requirement.",
    family: .using,
    arguments: .list(placeholder: "TOOL[@VERSION]", atLeast: 1, atMost: 1),
    details: [
      "TOOL is a locked tool, or a command that one provides. With VERSION, explains in any folder",
      "why this version is installed: who uses it, and which change added it.",
    ],
    examples: [
      .init("bootstrap why node", "show the lines and tools that ask for node"),
      .init("bootstrap why ruff@0.17.5", "show who uses this installed version"),
      .init("bootstrap why --json node", "print the same as JSON, for scripts"),
    ])

  /// Prints one line for each reason.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let name = session.arguments.positionals[0]
    // Who uses a version is in the database, which only `bootstrap-change` can read.
    if name.contains("@") { return nil }
    let graph = try session.needGraph()
    guard let tool = graph.tool(named: name) else {
      throw .project(
        .statement(
          .unknownTool(name, nearest: nearestNames(to: name, in: graph.tools.map(\.name)))))
    }
    let reasons = graph.reasons(for: tool)
    session.console.print(
      ["\(tool.name) \(tool.version)"], json: Self.json(of: tool, reasons))
    if !session.console.isJSON {
      session.console.print(rows: reasons.map { row(of: $0, tool) }, json: .null)
    }
    return .success
  }

  /// The columns for people: the place, and the chain from there to the tool.
  private static func row(of reason: NeedGraph.Reason, _ tool: LockedTool) -> [String] {
    let steps = reason.chain.map { "\($0.name) \($0.version)" } + [tool.name.text]
    let requirement = reason.requirement == .any ? "" : " \"\(reason.requirement)\""
    return ["  \(reason.origin.withoutColumn)", steps.joined(separator: " → ") + requirement]
  }

  private static func json(of tool: LockedTool, _ reasons: [NeedGraph.Reason]) -> JSON {
    .object([
      "schema": 1, "name": .string(tool.name.text), "version": .string(tool.version.text),
      "reasons": .array(
        reasons.map { reason in
          .object([
            "origin": .origin(reason.origin.withoutColumn),
            "chain": .array(
              reason.chain.map {
                .object(["name": .string($0.name.text), "version": .string($0.version.text)])
              }),
            "requirement": .string(reason.requirement.description),
          ])
        }),
    ])
  }
}
