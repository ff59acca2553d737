internal import Diagnostics
internal import Manifests
internal import Vocabulary

/// The stanzas of a lock, each build completed with the installations that it uses (`with` lines).
///
/// The content id of a build covers these installations, so the tools that it needs come first.
struct BuildCompletion {
  private var dependencies: BuildDependencies
  private var completed: [ToolName: LockedTool] = [:]

  /// Returns the stanzas in the same order, each build with its dependencies.
  ///
  /// - Throws: ``Problem/build(_:)`` if builds need each other.
  static func complete(_ tools: [LockedTool]) throws(Problem) -> [LockedTool] {
    guard tools.contains(where: { !$0.steps.isEmpty || !$0.dependencies.isEmpty }) else {
      return tools
    }
    var completion = BuildCompletion(dependencies: BuildDependencies(tools))
    var result: [LockedTool] = []
    for tool in tools { result.append(try completion.complete(tool)) }
    return result
  }

  private mutating func complete(_ tool: LockedTool) throws(Problem) -> LockedTool {
    if let known = completed[tool.name] { return known }
    let used = dependencies.tools(usedBy: tool)
    let circle = used.filter { other in
      dependencies.tools(usedBy: other).contains { $0.name == tool.name }
    }
    if !circle.isEmpty {
      throw .build(
        BuildProblem(
          tool: tool.name, version: tool.version, fault: .circularNeeds(circle.map(\.name))))
    }
    for other in used { _ = try complete(other) }
    let result = dependencies.complete(tool)
    completed[tool.name] = result
    return result
  }
}
