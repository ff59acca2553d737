internal import Manifests
internal import Projects
internal import Terminal
internal import Versions
internal import Vocabulary

extension NeedGraph {
  /// A line of the tree that has not been written yet.
  private struct PendingLine {
    let edge: Edge
    /// What the lines below this one begin with.
    let indentation: String
    let isLast: Bool
  }

  /// Returns the tree as text. The needs of each tool are shown once.
  func text(_ style: Style) -> [String] {
    var lines: [String] = []
    var expanded: Set<ToolName> = []
    for root in roots {
      let isRepeated = !expanded.insert(root.name).inserted && !root.needs.isEmpty
      lines.append(title(of: root, style) + mark(isRepeated, style))
      // A stack, because a chain of needs may be longer than the thread's stack is deep.
      var pending = isRepeated ? [] : pendingLines(below: root, "")
      while let line = pending.popLast() {
        let branch = line.indentation + (line.isLast ? "└── " : "├── ")
        let requirement =
          line.edge.requirement == .any ? "" : style.dim(" (\(line.edge.requirement))")
        guard let tool = line.edge.tool else {
          lines.append(branch + style.bold(line.edge.name.text) + " from the system" + requirement)
          continue
        }
        let isRepeated = !tool.needs.isEmpty && !expanded.insert(tool.name).inserted
        lines.append(branch + title(of: tool, style) + requirement + mark(isRepeated, style))
        if !isRepeated {
          pending += pendingLines(below: tool, line.indentation + (line.isLast ? "    " : "│   "))
        }
      }
    }
    return lines
  }

  /// Returns the lines for the needs of a tool, the last one first.
  private func pendingLines(below tool: LockedTool, _ indentation: String) -> [PendingLine] {
    needs(of: tool).reversed().enumerated().map { index, edge in
      PendingLine(edge: edge, indentation: indentation, isLast: index == 0)
    }
  }

  private func title(of tool: LockedTool, _ style: Style) -> String {
    "\(style.bold(tool.name.text)) \(tool.version)"
  }

  private func mark(_ isRepeated: Bool, _ style: Style) -> String {
    isRepeated ? style.dim(" (*)") : ""
  }

  /// The graph as JSON.
  var json: JSON {
    .object([
      "schema": 1, "roots": .strings(roots.map(\.name.text)),
      "tools": .array(
        tools.map { tool in
          .object([
            "name": .string(tool.name.text), "version": .string(tool.version.text),
            "needs": .array(
              needs(of: tool).map { edge in
                .object([
                  "name": .string(edge.name.text),
                  "requirement": .string(edge.requirement.description),
                  "locked": .bool(edge.tool != nil),
                ])
              }),
          ])
        }),
    ])
  }
}
