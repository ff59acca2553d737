package import Diagnostics
internal import Projects
package import Terminal
internal import TextSearch

/// `tree`: the tools of the lock, each below those that need it.
package enum TreeCommand: ReadOnlyCommand {
  /// A form of the output.
  private enum Format: String, CaseIterable {
    case text, dot, mermaid, json
  }

  package static let syntax = CommandSyntax(
    "tree", "Show the tools of the lock, and what each of them needs.", family: .using,
    options: [
      .init("--format", value: "FORMAT", "print text, dot (Graphviz), mermaid, or json")
    ],
    details: ["A tool that is shown before, with its needs, is marked with `(*)`."],
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
    switch format {
    case .text: console.print(styled: graph.text(console.outputStyle))
    case .dot: console.print(graph.dot, json: .null)
    case .mermaid: console.print(graph.mermaid, json: .null)
    case .json: console.print(graph.json.text)
    }
    return .success
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
