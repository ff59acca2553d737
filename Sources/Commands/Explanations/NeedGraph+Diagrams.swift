internal import Manifests
internal import Projects
internal import TextSearch
internal import Versions
internal import Vocabulary

extension NeedGraph {
  /// The needed tools that are left to the system, sorted.
  private var systemTools: [ToolName] {
    Set(tools.flatMap { needs(of: $0) }.filter { $0.tool == nil }.map(\.name)).sorted()
  }

  /// The graph in the DOT language of Graphviz. The tools that the project names have bold frames.
  var dot: [String] {
    func literal(_ text: String) -> String {
      let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\"\(escaped)\""
    }
    let rootNames = Set(roots.map(\.name))
    var lines = ["digraph tools {", "  rankdir=LR;", "  node [shape=box];"]
    for tool in tools {
      let style = rootNames.contains(tool.name) ? ", style=bold" : ""
      let label = literal("\(tool.name) \(tool.version)")
      lines.append("  \(literal(tool.name.text)) [label=\(label)\(style)];")
    }
    for name in systemTools {
      lines.append("  \(literal(name.text)) [label=\(literal("\(name) (system)")), style=dashed];")
    }
    for tool in tools {
      for edge in needs(of: tool) {
        let label =
          edge.requirement == .any ? "" : " [label=\(literal(edge.requirement.description))]"
        lines.append("  \(literal(tool.name.text)) -> \(literal(edge.name.text))\(label);")
      }
    }
    return lines + ["}"]
  }

  /// The graph as a flowchart of Mermaid. The tools that the project names have bold frames.
  var mermaid: [String] {
    /// Quotes a text. Mermaid reads `#` and a character's number as that character.
    func literal(_ text: String) -> String {
      let characters = text.unicodeScalars.map { scalar in
        "\"#<>&\\`".unicodeScalars.contains(scalar) ? "#\(scalar.value);" : String(scalar)
      }
      return "\"\(characters.joined())\""
    }
    let system = systemTools
    // A name may be a word of Mermaid, such as `end`.
    let names = tools.map(\.name) + system
    let ids = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, "t\($0)") })
    func id(_ name: ToolName) -> String { ids[name] ?? name.text }
    var lines = ["flowchart LR"]
    for tool in tools {
      lines.append("  \(id(tool.name))[\(literal("\(tool.name) \(tool.version)"))]")
    }
    for name in system { lines.append("  \(id(name))([\(literal("\(name) (system)"))])") }
    for tool in tools {
      for edge in needs(of: tool) {
        let label = edge.requirement == .any ? "" : "|\(literal(edge.requirement.description))|"
        lines.append("  \(id(tool.name)) -->\(label) \(id(edge.name))")
      }
    }
    if !roots.isEmpty {
      lines.append("  classDef named stroke-width:3px")
      lines.append("  class \(roots.map { id($0.name) }.joined(separator: ",")) named")
    }
    return lines
  }
}
