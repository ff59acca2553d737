internal import Manifests
package import Projects
internal import SourceKinds
package import Vocabulary

/// The tools that may move to newer versions even if the locked ones still meet all requirements.
package enum LockUpdate: Hashable, Sendable {
  /// No tool. Locked versions stay as long as they meet all requirements.
  case nothing
  /// Only these tools. All others keep their locked versions as long as those meet all
  /// requirements, even if one of these tools could then be newer.
  case tools(Set<ToolName>)
  /// Only these tools, like ``tools(_:)``. A tool's gem moves only if the tool's new version
  /// excludes the locked version of the gem.
  case toolsAlone(Set<ToolName>)
  /// All tools.
  case everything
}

extension LockUpdate {
  /// Creates the update of tools of a project, and of the tools that they need.
  ///
  /// - Parameters:
  ///   - names: The tools to update, or `nil` for all.
  ///   - isConservative: Whether a tool that others need keeps its locked version as long as that
  ///     meets all requirements, unless it is in `names`. The same applies to gems.
  ///   - project: The project with its lock. Whether the Toolfile declares a needed tool makes no
  ///     difference.
  package init(of names: Set<ToolName>?, isConservative: Bool, in project: Project) {
    switch (names, isConservative) {
    case (nil, false): self = .everything
    case (nil, true):
      let locked = project.lock?.tools.map(\.name) ?? []
      let tools = Set(project.toolfile.tools.map(\.name) + locked)
      self = .toolsAlone(tools.subtracting(project.lock?.neededTools(project.catalog) ?? []))
    case (let names?, false):
      self = .tools(project.lock?.closure(of: names, project.catalog) ?? names)
    case (let names?, true): self = .toolsAlone(names)
    }
  }

  /// Returns the update without some tools, even if other tools of the update need them.
  package func without(_ excepted: Set<ToolName>) -> LockUpdate {
    switch self {
    case .tools(let tools): .tools(tools.subtracting(excepted))
    case .toolsAlone(let tools): .toolsAlone(tools.subtracting(excepted))
    case .nothing, .everything: self
    }
  }

  /// Returns whether a tool may move to a newer version.
  package func includes(_ tool: ToolName) -> Bool {
    switch self {
    case .nothing: false
    case .tools(let tools), .toolsAlone(let tools): tools.contains(tool)
    case .everything: true
    }
  }

  /// Returns whether the gems of a tool's graph may move to newer versions.
  func includesParts(of tool: ToolName) -> Bool {
    if case .toolsAlone = self { false } else { includes(tool) }
  }
}

extension Lockfile {
  /// Returns tools and all that they need, directly or indirectly, without the tools that run them,
  /// so an update of a gem keeps its Ruby.
  fileprivate func closure(of names: Set<ToolName>, _ catalog: SourceCatalog) -> Set<ToolName> {
    var closure = names
    var pending = Array(names)
    while let name = pending.popLast() {
      let runtime = self[name].flatMap { catalog.runtime(of: $0.declaration.source) }
      for need in self[name]?.needs ?? []
      where need.tool != runtime && closure.insert(need.tool).inserted {
        pending.append(need.tool)
      }
    }
    return closure
  }

  /// The tools that another tool needs. Tools that need each other count as one.
  fileprivate func neededTools(_ catalog: SourceCatalog) -> Set<ToolName> {
    let closures = Dictionary(
      uniqueKeysWithValues: tools.filter { !$0.needs.isEmpty }.map { tool in
        (tool.name, closure(of: [tool.name], catalog))
      })
    var needed: Set<ToolName> = []
    for (name, closure) in closures {
      needed.formUnion(closure.filter { closures[$0]?.contains(name) != true && $0 != name })
    }
    return needed
  }
}
