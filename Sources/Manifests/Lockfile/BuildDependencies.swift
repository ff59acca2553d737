internal import Vocabulary

/// The tools of a lock with the installations that the builds among them use (`with` lines).
package struct BuildDependencies {
  private var tools: [ToolName: LockedTool]

  /// Creates the dependencies of all tools of a lock.
  package init(_ tools: [LockedTool]) {
    self.tools = Dictionary(tools.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns the other tools that the steps of a tool can run, sorted by name: those that it needs,
  /// directly or not. Returns none if the tool is not built.
  package func tools(usedBy tool: LockedTool) -> [LockedTool] {
    if tool.steps.isEmpty { return [] }
    var found: [ToolName: LockedTool] = [:]
    var open = tool.needs.map(\.tool)
    while let name = open.popLast() {
      guard name != tool.name, found[name] == nil, let other = tools[name] else { continue }
      found[name] = other
      open += other.needs.map(\.tool)
    }
    return found.values.sorted { $0.name < $1.name }
  }

  /// Returns the `with` lines of a tool, sorted by tool and platform. They contain the content ids
  /// of the tools that it uses, so the lines of these must be right.
  package func lines(of tool: LockedTool) -> [LockedBuildDependency] {
    tools(usedBy: tool).flatMap { other in
      tool.artifacts.compactMap { artifact in
        other.contentID(for: artifact.platform).map { id in
          LockedBuildDependency(
            BuildDependency(tool: other.name, version: other.version, id: id),
            on: artifact.platform)
        }
      }
    }
  }

  /// Replaces the `with` lines of a tool by ``lines(of:)`` and returns the tool.
  package mutating func complete(_ tool: LockedTool) -> LockedTool {
    let lines = lines(of: tool)
    let result = lines == tool.dependencies ? tool : tool.with { $0.dependencies = lines }
    tools[tool.name] = result
    return result
  }
}
