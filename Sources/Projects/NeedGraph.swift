package import Diagnostics
package import Manifests
internal import SourceKinds
package import Versions
package import Vocabulary

/// The tools of a project's lock, with the needs between them.
package struct NeedGraph: Sendable {
  /// A need of a tool.
  package struct Edge: Sendable {
    package let requirement: Requirement
    /// The needed tool, or `nil` if it is left to the system.
    package let tool: LockedTool?
    package let name: ToolName
  }

  /// A reason why a tool is in the lock.
  package struct Reason: Sendable {
    /// The line of the project that starts the chain.
    package let origin: Origin
    /// The tools from the one that the line names to the one that needs the tool. Empty if the line
    /// names the tool itself.
    package let chain: [LockedTool]
    /// The requirement on the tool.
    package let requirement: Requirement
  }

  /// A gem in the graph of a tool.
  package struct Gem: Sendable {
    package let gem: LockedGem
    /// The tool that it belongs to.
    package let tool: LockedTool
    /// The combined requirement of the tool's gems for the tool that runs them, or `nil` if there
    /// is none.
    package let runtime: Edge?
  }

  /// The tools that the project itself names, sorted by name.
  package let roots: [LockedTool]
  /// The tools of the lock, sorted by name.
  package var tools: [LockedTool] { lock.tools }

  private let project: Project
  private let lock: Lockfile
  /// For each tool that another one needs, the tool before it on the shortest chain from a root.
  private let previous: [ToolName: ToolName]

  /// Creates the graph of a project.
  ///
  /// - Throws: ``LockProblem/missing(toolfile:)`` or ``LockProblem/stale(lock:_:)`` if
  ///   the project has no lock that answers its Toolfile.
  package init(_ project: Project) throws(Problem) {
    guard let lock = project.lock else {
      throw .project(.lock(.missing(toolfile: project.toolfile.path)))
    }
    let difference = project.difference(from: lock)
    if !difference.isEmpty {
      throw .project(.lock(.stale(lock: project.lockName, difference)))
    }
    self.project = project
    self.lock = lock
    roots = project.requests.compactMap { lock[$0.tool] }.sorted { $0.name < $1.name }
    previous = Self.previous(lock, from: roots)
  }

  /// Follows the needs from `roots`, breadth first.
  private static func previous(
    _ lock: Lockfile, from roots: [LockedTool]
  ) -> [ToolName: ToolName] {
    var previous: [ToolName: ToolName] = [:]
    var seen = Set(roots.map(\.name))
    var found = roots
    var position = 0
    while position < found.count {
      let tool = found[position]
      position += 1
      for need in tool.needs where seen.insert(need.tool).inserted {
        previous[need.tool] = tool.name
        if let needed = lock[need.tool] { found.append(needed) }
      }
    }
    return previous
  }

  /// Returns the tool with this name, or the first one that provides an executable with this name,
  /// or `nil` if there is neither.
  package func tool(named name: String) -> LockedTool? {
    lock.tools.first { $0.name.text == name }
      ?? lock.tools.first { $0.provides.contains { $0.name.text == name } }
  }

  /// Returns the gems with this name, sorted by the tool that each belongs to.
  package func gems(named name: String) -> [Gem] {
    lock.tools(withGem: name).flatMap { tool in
      tool.gems.filter { $0.name.text == name }.map {
        Gem(gem: $0, tool: tool, runtime: runtime(of: tool))
      }
    }
  }

  /// Returns the need of a tool for the one that runs it, such as Ruby, or `nil` if there is none.
  package func runtime(of tool: LockedTool) -> Edge? {
    let runtime = project.catalog.runtime(of: tool.declaration.source)
    return needs(of: tool).first { $0.name == runtime }
  }

  /// Returns the name of a needed tool that the system provides, or `nil` if no such tool has this
  /// name.
  package func systemTool(named name: String) -> ToolName? {
    tools.lazy.flatMap { needs(of: $0) }.first { $0.tool == nil && $0.name.text == name }?.name
  }

  /// Returns the needs of a tool, sorted by name.
  package func needs(of tool: LockedTool) -> [Edge] {
    tool.needs.map { Edge(requirement: $0.requirement, tool: lock[$0.tool], name: $0.tool) }
  }

  /// Returns the reasons why a tool is in the lock: the lines of the project that name it, and the
  /// shortest chain to each tool that needs it.
  package func reasons(for tool: LockedTool) -> [Reason] { reasons(for: tool.name) }

  /// Returns the reasons why a tool is needed. The system may provide the tool.
  package func reasons(for name: ToolName) -> [Reason] {
    let own = (project.request(for: name)?.wants ?? []).map {
      Reason(origin: $0.origin, chain: [], requirement: $0.value.requirement)
    }
    let others = lock.tools.flatMap { other in
      other.needs.filter { $0.tool == name }.compactMap { need -> Reason? in
        let chain = chain(to: other)
        guard let first = chain.first, let request = project.request(for: first.name) else {
          return nil
        }
        return Reason(
          origin: request.declared.origin, chain: chain, requirement: need.requirement)
      }
    }
    return own + others
  }

  /// Returns the reasons why a gem is in the lock, which are the reasons for its tool.
  package func reasons(for gem: Gem) -> [Reason] {
    reasons(for: gem.tool).map {
      Reason(origin: $0.origin, chain: $0.chain + [gem.tool], requirement: .any)
    }
  }

  /// Returns the shortest chain from a root to `tool`, which ends with `tool`.
  private func chain(to tool: LockedTool) -> [LockedTool] {
    var chain = [tool]
    while let name = previous[chain[chain.count - 1].name], let tool = lock[name] {
      chain.append(tool)
    }
    return chain.reversed()
  }
}
