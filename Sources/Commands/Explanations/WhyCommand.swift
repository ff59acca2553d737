package import Diagnostics
internal import Manifests
internal import Projects
package import Terminal
internal import TextSearch
internal import Versions
internal import Vocabulary

/// `why`: the reasons for which a tool or a gem is in the lock.
package enum WhyCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "why", "Explain why a tool is in the lock: who asks for it, and with which requirement.",
    family: .using,
    arguments: .list(placeholder: "TOOL[@VERSION]", atLeast: 1, atMost: 1),
    details: [
      "TOOL is a locked tool, a command that one provides, or a gem that one needs. The lock does",
      "not record which gem of a tool needs which other. With VERSION, explains in any folder why",
      "this version is installed: who uses it, and which change added it.",
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
    let tool = graph.tool(named: name)
    let gems = graph.gems(named: name)
    let system = tool == nil ? graph.systemTool(named: name) : nil
    if tool == nil, system == nil, gems.isEmpty {
      let gems = graph.tools.flatMap(\.gems).compactMap { ToolName($0.name.text) }
      let names = Set(graph.tools.map(\.name) + gems).sorted()
      throw .project(.statement(.unknownTool(name, nearest: nearestNames(to: name, in: names))))
    }
    let console = session.console
    if console.isJSON {
      console.print([], json: json(of: name, tool, system, gems, graph))
      return .success
    }
    if let needed = tool?.name ?? system {
      console.print(["\(needed) \(tool?.version.text ?? "from the system")"], json: .null)
      console.print(
        rows: graph.reasons(for: needed).map { row(of: $0, needed.text) }, json: .null)
    }
    for gem in gems {
      console.print(
        ["\(gem.gem.name) \(gem.gem.version), a gem of \(gem.tool.name) \(gem.tool.version)"],
        json: .null)
      console.print(rows: rows(of: gem, graph), json: .null)
    }
    return .success
  }

  /// The columns for people: the place, and the chain from there to the tool.
  private static func row(of reason: NeedGraph.Reason, _ name: String) -> [String] {
    let steps = reason.chain.map { "\($0.name) \($0.version)" } + [name]
    let requirement = reason.requirement == .any ? "" : " \"\(reason.requirement)\""
    return ["  \(reason.origin.withoutColumn)", steps.joined(separator: " → ") + requirement]
  }

  /// The columns for a gem: its reasons, the tool that runs it, and whether it is compiled.
  private static func rows(of gem: NeedGraph.Gem, _ graph: NeedGraph) -> [[String]] {
    var rows = graph.reasons(for: gem).map { row(of: $0, gem.gem.name.text) }
    if let runtime = gem.runtime {
      let requirement =
        runtime.requirement == .any
        ? "" : " \"\(runtime.requirement)\", which \(gem.tool.name) and its gems require together"
      rows.append(["  runs on", runtime.title + requirement])
    }
    if gem.gem.isExtension { rows.append(["  installation", "compiles code"]) }
    return rows
  }
}

// The JSON output.
extension WhyCommand {
  private static func json(
    of name: String, _ tool: LockedTool?, _ system: ToolName?, _ gems: [NeedGraph.Gem],
    _ graph: NeedGraph
  ) -> JSON {
    .object([
      "schema": 1, "name": .string(tool?.name.text ?? name),
      "version": .optional(
        tool?.version.text ?? (system == nil ? gems.first?.gem.version : "system")),
      "reasons": .array(
        ((tool?.name ?? system).map { graph.reasons(for: $0) } ?? []).map(json)),
      "gems": .array(gems.map { json(of: $0, graph) }),
    ])
  }

  private static func json(_ reason: NeedGraph.Reason) -> JSON {
    .object([
      "origin": .origin(reason.origin.withoutColumn),
      "chain": .array(
        reason.chain.map {
          .object(["name": .string($0.name.text), "version": .string($0.version.text)])
        }),
      "requirement": .string(reason.requirement.description),
    ])
  }

  private static func json(of gem: NeedGraph.Gem, _ graph: NeedGraph) -> JSON {
    .object([
      "version": .string(gem.gem.version), "tool": .string(gem.tool.name.text),
      "extension": .bool(gem.gem.isExtension),
      "runtime": gem.runtime.map(\.json) ?? .null,
      "reasons": .array(graph.reasons(for: gem).map(json)),
    ])
  }
}
