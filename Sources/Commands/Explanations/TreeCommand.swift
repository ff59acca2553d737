package import Diagnostics
internal import Manifests
internal import Projects
package import Terminal
internal import TextSearch
internal import Vocabulary

/// `tree`: the tools of the lock, each below those that need it.
package enum TreeCommand: ReadOnlyCommand {
  /// A form of the output.
  private enum Format: String, CaseIterable {
    case text, dot, mermaid, json
  }

  package static let syntax = CommandSyntax(
    "tree", "Show the tools of the lock, and what each of them needs.", family: .using,
    arguments: .list(placeholder: "[TOOL…]", atLeast: 0, atMost: .max),
    options: [
      .init("--gems", "list the gems of each tool instead of counting them"),
      .init("--format", value: "FORMAT", "print text, dot (Graphviz), mermaid, or json"),
    ],
    details: [
      "With TOOL, begins with these tools and lists their gems. A tool that is shown before, with",
      "its needs, is marked with `(*)`.",
    ],
    examples: [
      .init("bootstrap tree", "print a tree"),
      .init("bootstrap tree --format dot", "print a graph that Graphviz can draw"),
      .init("bootstrap tree --format mermaid", "print a diagram for a page in Markdown"),
    ])

  /// Prints the graph.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let format = try format(session)
    let graph = try session.needGraph()
    let console = session.console
    let names = session.arguments.positionals
    let listsGems = session.arguments.has("--gems")
    if [.dot, .mermaid].contains(format) {
      if listsGems { throw session.contradiction("--format \(format.rawValue)", "--gems") }
      if let name = names.first {
        throw session.contradiction("--format \(format.rawValue)", name)
      }
    }
    let roots = names.isEmpty ? graph.roots : try tools(named: names, graph)
    switch format {
    case .text:
      console.print(
        styled: graph.text(
          from: roots, listsGems: listsGems || !names.isEmpty, console.outputStyle))
    case .dot: console.print(graph.dot, json: .null)
    case .mermaid: console.print(graph.mermaid, json: .null)
    case .json: console.print(graph.json(from: roots).text)
    }
    return .success
  }

  private static func tools(
    named names: [String], _ graph: NeedGraph
  ) throws(Problem) -> [LockedTool] {
    var tools: [LockedTool] = []
    for name in names {
      guard let tool = graph.tool(named: name) else {
        let owners = graph.gems(named: name).map(\.tool.name)
        throw .project(
          .statement(
            owners.isEmpty
              ? .unknownTool(name, nearest: nearestNames(to: name, in: graph.tools.map(\.name)))
              : .gemOfTool(name, owners: owners, retry: ["bootstrap", "why", name])))
      }
      if !tools.contains(tool) { tools.append(tool) }
    }
    return tools
  }

  private static func format(_ session: Session) throws(Problem) -> Format {
    guard let text = session.arguments.values["--format"] else {
      return session.console.isJSON ? .json : .text
    }
    guard let format = Format(rawValue: text) else {
      throw .usage(
        .badValue(
          text, option: "--format",
          expected: .oneOf(nearestFirst(Format.allCases.map(\.rawValue), to: text))))
    }
    if session.console.isJSON, format != .json {
      throw session.contradiction("--format \(text)", "--json")
    }
    return format
  }
}
