package import Diagnostics
package import Manifests
package import Projects
internal import SourceKinds
package import Versions

extension EditWorkflow {
  /// The tools of a project to update, and how.
  package struct Update: Sendable {
    /// The tools to update, or `nil` for all tools of the lock.
    package var tools: Set<ToolName>?
    /// The order in which versions are preferred.
    package var preference = UpdatePreference.newest
    /// Whether tools that the updated ones need keep their versions as long as those meet all
    /// requirements.
    package var isConservative = false
    /// Whether to replace the requirements in the Toolfile that exclude the preferred versions.
    package var raisesRequirements = false
    /// The tools whose publisher may differ from that in the previous lock.
    package var acceptedPublishers: Set<ToolName> = []

    /// Creates an update of all tools to the newest versions that fit.
    package init() {}
  }

  /// The result of an update.
  package struct UpdateResult: Sendable {
    package let edit: ProjectEdit
    /// The tools that were to be updated and are in one of the locks.
    package let tools: [ToolName]
    /// What the sources have beyond the new lock.
    package let outlooks: [ToolName: VersionOutlook]
  }

  /// Updates tools of a project. The other tools keep their versions as long as those meet all
  /// requirements.
  ///
  /// - Throws: ``ProjectProblem/manifestNotEditable(_:line:)`` if a requirement cannot be replaced,
  ///   or the problems of locking.
  package func updating(_ update: Update, in project: Project) async throws(Problem) -> UpdateResult
  {
    let scope = scope(of: update, in: project)
    let declared = project.toolfile.tools.map(\.name)
    let tools = Set(declared + (project.lock?.tools.map(\.name) ?? [])).filter(scope.includes)
    var obstacles = update.raisesRequirements ? requirements(to: update, in: project) : [:]
    var result: LockResult?
    while result == nil {
      do throws(Problem) {
        result = try await locking.resolve(
          project.with(project.toolfile.requiring(obstacles), project.lock),
          previous: project.lock, updating: scope, preferring: update.preference,
          accepting: update.acceptedPublishers)
      } catch {
        // A tool that has no newer version, or whose newer versions suit no other tool, keeps its
        // requirement.
        let count = obstacles.count
        for tool in error.tools { obstacles[tool] = nil }
        if case .project(.conflict) = error, obstacles.count == count { obstacles = [:] }
        if obstacles.count == count { throw error }
      }
    }
    guard let result else { throw .system(.internalFault("nothing was updated")) }
    var editor = ToolfileEditor(project.toolfile)
    for tool in project.toolfile.tools where obstacles[tool.name] != nil {
      guard let version = version(of: tool.name, in: result.lock, project),
        let versions = try? tool.requirement.value.versions(in: version.scheme),
        !versions.contains(version)
      else { continue }
      try editing { () throws(ProjectProblem) in
        try editor.setRequirement(
          of: tool.name, to: Requirement(raising: tool.requirement.value, to: version))
      }
    }
    let stated = LockResult(
      lock: result.lock,
      outlooks: Dictionary(
        uniqueKeysWithValues: result.outlooks.map { tool, outlook in
          let requirement = obstacles[tool] == nil ? nil : editor.toolfile[tool]?.requirement
          return (tool, requirement.map(outlook.stating) ?? outlook)
        }))
    let edit = try await edit(project, editor.toolfile, stated)
    return UpdateResult(edit: edit, tools: tools.sorted(), outlooks: stated.outlooks)
  }

  /// Returns the tools that may move to newer versions.
  private func scope(of update: Update, in project: Project) -> LockWorkflow.Update {
    guard var names = update.tools else {
      return update.isConservative
        ? .tools(Set(project.toolfile.tools.map(\.name))) : .everything
    }
    if update.isConservative { return .tools(names) }
    var pending = Array(names)
    while let name = pending.popLast() {
      for need in project.lock?[name]?.needs ?? [] where names.insert(need.tool).inserted {
        pending.append(need.tool)
      }
    }
    return .tools(names)
  }

  /// Returns the requirements under which the tools to update may move to any newer version.
  private func requirements(to update: Update, in project: Project) -> [ToolName: Requirement] {
    var requirements: [ToolName: Requirement] = [:]
    for tool in project.toolfile.tools where update.tools?.contains(tool.name) ?? true {
      let requirement = tool.requirement.value
      let version = project.lock.flatMap { self.version(of: tool.name, in: $0, project) }
      if requirement != .any, let open = requirement.open(from: version) {
        requirements[tool.name] = open
      }
    }
    return requirements
  }

  /// Returns the locked version of a tool, or `nil` if it is not locked.
  private func version(of tool: ToolName, in lock: Lockfile, _ project: Project) -> Version? {
    lock[tool].flatMap { stanza in
      try? Version(
        parsing: stanza.version.text, scheme: project.catalog.scheme(of: stanza.declaration))
    }
  }
}

extension VersionOutlook {
  /// Returns the outlook with `requirement` in place of the earlier one from the same line.
  fileprivate func stating(_ requirement: Located<Requirement>) -> VersionOutlook {
    let place = requirement.origin.withoutColumn
    return VersionOutlook(
      chosen: chosen, newest: newest,
      heldBack: heldBack.map { version in
        guard case .requirement(_, place) = version.reason else { return version }
        return HeldBackVersion(
          version.version, because: .requirement(requirement.value.description, place))
      })
  }
}

extension Problem {
  /// The tools whose sources have the problem.
  fileprivate var tools: [ToolName] {
    guard case .sources(let problems) = self else { return [] }
    return problems.compactMap { $0.tool.flatMap { ToolName($0) } }
  }
}
