internal import Diagnostics
internal import Manifests
internal import Vocabulary

/// The last stage of locking, which gives each build its `with` lines.
///
/// These lines contain content ids, so the tools that a build uses are completed before it.
struct BuildCompletion {
  private var dependencies: BuildDependencies
  private var completed: [ToolName: LockedTool] = [:]

  /// Returns the stanzas in the same order, with the `with` lines of all builds.
  ///
  /// - Throws: ``Problem/build(_:)`` if builds need each other.
  static func complete(_ tools: [LockedTool]) throws(Problem) -> [LockedTool] {
    // Most projects build nothing.
    if tools.allSatisfy({ $0.dependencies.isEmpty && !$0.hasDependencies }) { return tools }
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
