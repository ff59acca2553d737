internal import Vocabulary

/// The tools of a lock, and which of them the builds and gems use. The `with` lines follow from
/// this.
package struct BuildDependencies {
  private var tools: [ToolName: LockedTool]

  /// Creates the dependencies of all tools of a lock.
  package init(_ tools: [LockedTool]) {
    // Every command that reads a lock checks its `with` lines, and most locks have none.
    let hasBuilds = tools.contains(where: \.hasDependencies)
    self.tools = Dictionary((hasBuilds ? tools : []).map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns the other tools that the steps of a build can run, sorted by name. These are all tools
  /// that it needs, directly or indirectly. A gem uses only the Ruby that it needs, if that is
  /// locked. Returns none for any other tool.
  package func tools(usedBy tool: LockedTool) -> [LockedTool] {
    if tool.isGem {
      return tool.needs.contains { $0.tool == .ruby } ? [tools[.ruby]].compactMap(\.self) : []
    }
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

  /// Returns the `with` lines of a tool, sorted by tool and platform. They contain content ids, so
  /// the `with` lines of the used tools must already be correct.
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

  /// Sets the `with` lines of a tool to ``lines(of:)``. Returns the tool.
  package mutating func complete(_ tool: LockedTool) -> LockedTool {
    let lines = lines(of: tool)
    let result = lines == tool.dependencies ? tool : tool.with { $0.dependencies = lines }
    tools[tool.name] = result
    return result
  }
}
