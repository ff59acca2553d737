internal import Manifests
internal import Projects
internal import Terminal
internal import Versions
internal import Vocabulary

extension NeedGraph {
  /// A line of the tree that has not been written yet.
  private struct PendingLine {
    let edge: Edge
    /// The start of each line below this one.
    let indentation: String
    let isLast: Bool
  }

  /// Returns the tree as text, which shows the needs of each tool only once.
  ///
  /// - Parameters:
  ///   - roots: The tools to start from.
  ///   - listsGems: Whether to list the gems of each tool rather than count them.
  func text(from roots: [LockedTool], listsGems: Bool, _ style: Style) -> [String] {
    var lines: [String] = []
    var expanded: Set<ToolName> = []
    for root in roots {
      let isRepeated = !expanded.insert(root.name).inserted && !root.needs.isEmpty
      lines.append(title(of: root, style) + mark(isRepeated, style))
      if !isRepeated { lines += gemLines(of: root, listsGems, "", style) }
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
          let indentation = line.indentation + (line.isLast ? "    " : "│   ")
          lines += gemLines(of: tool, listsGems, indentation, style)
          pending += pendingLines(below: tool, indentation)
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

  /// Returns the lines for a tool's gems, which precede the lines for its needs.
  private func gemLines(
    of tool: LockedTool, _ listsGems: Bool, _ indentation: String, _ style: Style
  ) -> [String] {
    let gems = tool.gems
    let count = gems.count { $0.isExtension } + (tool.isExtension ? 1 : 0)
    if gems.isEmpty, count == 0 { return [] }
    let isLast = tool.needs.isEmpty
    let counts = [(gems.count, "gem"), (count, "native extension")].filter { $0.0 > 0 }
    let title = counts.map { QuantityFormat.count($0, $1) }.joined(separator: ", ")
    let first = indentation + (isLast ? "└── " : "├── ") + title
    if !listsGems { return [first] }
    let below = indentation + (isLast ? "    " : "│   ")
    return [first]
      + gems.enumerated().map { index, gem in
        let branch = index == gems.count - 1 ? "└── " : "├── "
        let note = gem.isExtension ? style.dim(" (native extension)") : ""
        return below + branch + "\(gem.name) \(gem.version)" + note
      }
  }

  private func title(of tool: LockedTool, _ style: Style) -> String {
    "\(style.bold(tool.name.text)) \(tool.version)"
  }

  private func mark(_ isRepeated: Bool, _ style: Style) -> String {
    isRepeated ? style.dim(" (*)") : ""
  }

  /// Returns the graph as JSON.
  func json(from roots: [LockedTool]) -> JSON {
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
            "gems": .array(tool.gems.map(\.json)),
          ])
        }),
    ])
  }
}

extension NeedGraph.Edge {
  /// The needed tool with its version: `ruby 3.4.1`, or `ruby from the system`.
  var title: String { tool.map { "\(name) \($0.version)" } ?? "\(name) from the system" }

  /// The edge as JSON.
  var json: JSON {
    .object([
      "name": .string(name.text), "version": .optional(tool?.version.text),
      "requirement": .string(requirement.description),
    ])
  }
}

extension LockedGem {
  /// The gem as JSON.
  fileprivate var json: JSON {
    .object([
      "name": .string(name.text), "version": .string(version), "extension": .bool(isExtension),
    ])
  }
}
