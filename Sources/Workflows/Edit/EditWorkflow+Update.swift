package import Diagnostics
package import Locking
internal import Manifests
package import Projects
internal import SourceKinds
package import Versions
package import Vocabulary

extension EditWorkflow {
  /// The tools of a project to update, and how.
  package struct Update: Sendable {
    /// The tools to update, or `nil` for all tools of the lock.
    package var tools: Set<ToolName>?
    /// The tools to leave alone, even if they are in ``tools``.
    package var excepted: Set<ToolName> = []
    /// The order in which versions are preferred.
    package var preference = UpdatePreference.newest
    /// Whether tools that others need keep their versions as long as those meet all requirements,
    /// unless they are in ``tools``.
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
    /// The statements whose requirements could not be raised, in the order of the Toolfile. Their
    /// tools keep their requirements.
    package let uneditable: [UneditableStatement]
  }

  /// Updates tools of a project. The other tools keep their versions as long as those meet all
  /// requirements.
  ///
  /// - Throws: ``StatementProblem/notEditable(_:line:)`` if the requirements of certain tools
  ///   are to be raised and none of them can be replaced, or the problems of locking.
  package func updating(_ update: Update, in project: Project) async throws(Problem) -> UpdateResult
  {
    var update = update
    if !update.excepted.isEmpty {
      let all = project.toolfile.tools.map(\.name) + (project.lock?.tools.map(\.name) ?? [])
      update.tools = (update.tools ?? Set(all)).subtracting(update.excepted)
    }
    let scope = LockUpdate(
      of: update.tools, isConservative: update.isConservative, in: project
    ).without(update.excepted)
    let declared = project.toolfile.tools.map(\.name)
    let tools = Set(declared + (project.lock?.tools.map(\.name) ?? [])).filter(scope.includes)
    var obstacles = update.raisesRequirements ? requirements(to: update, in: project) : [:]
    var uneditable: [ToolName: UneditableStatement] = [:]
    var result = try await resolve(update, scope, in: project, raising: &obstacles)
    var raised = raising(obstacles, to: result.lock, in: project)
    while !raised.uneditable.isEmpty {
      // Under its old requirement, a tool can hold back others.
      for (tool, statement) in raised.uneditable {
        obstacles[tool] = nil
        uneditable[tool] = statement
      }
      result = try await resolve(update, scope, in: project, raising: &obstacles)
      raised = raising(obstacles, to: result.lock, in: project)
    }
    let toolfile = raised.toolfile
    let refused = declared.compactMap { uneditable[$0] }
    let isUnchanged = toolfile.bytes == project.toolfile.bytes
    if update.tools != nil, isUnchanged, let first = refused.first {
      throw .project(.statement(.notEditable(first.origin, line: first.line)))
    }
    let stated = LockResult(
      lock: result.lock,
      outlooks: Dictionary(
        uniqueKeysWithValues: result.outlooks.map { tool, outlook in
          let requirement = obstacles[tool] == nil ? nil : toolfile[tool]?.requirement
          return (tool, requirement.map(outlook.stating) ?? outlook)
        }))
    let edit = try await edit(project, toolfile, stated)
    return UpdateResult(
      edit: edit, tools: tools.sorted(), outlooks: stated.outlooks, uneditable: refused)
  }

  /// Resolves the project with the requirements `raised` in place of its own. Removes from `raised`
  /// those with which there is no solution.
  private func resolve(
    _ update: Update, _ scope: LockUpdate, in project: Project,
    raising raised: inout [ToolName: Requirement]
  ) async throws(Problem) -> LockResult {
    while true {
      do {
        return try await locking.resolve(
          LockRequest(
            project.with(project.toolfile.requiring(raised), project.lock),
            replacing: project.lock, updating: scope, preferring: update.preference,
            accepting: update.acceptedPublishers))
      } catch {
        // A tool that has no newer version, or whose newer versions suit no other tool, keeps its
        // requirement.
        let count = raised.count
        for tool in error.tools { raised[tool] = nil }
        if error.isConflict, raised.count == count { raised = [:] }
        if raised.count == count { throw error }
      }
    }
  }

  /// Returns the Toolfile in which the tools of `raised` admit their versions in `lock`, and the
  /// statements that cannot be edited.
  private func raising(
    _ raised: [ToolName: Requirement], to lock: Lockfile, in project: Project
  ) -> (toolfile: Toolfile, uneditable: [ToolName: UneditableStatement]) {
    var editor = ToolfileEditor(project.toolfile)
    var uneditable: [ToolName: UneditableStatement] = [:]
    for tool in project.toolfile.tools where raised[tool.name] != nil {
      guard let version = version(of: tool.name, in: lock, project),
        let versions = try? tool.requirement.value.versions(in: version.scheme),
        !versions.contains(version)
      else { continue }
      let requirement = Requirement(raising: tool.requirement.value, to: version)
      do {
        try editor.setRequirement(of: tool.name, to: requirement)
      } catch {
        guard case .notEditable(let origin, let line) = error else { continue }
        uneditable[tool.name] = UneditableStatement(
          tool: tool.name, origin: origin, line: line)
      }
    }
    return (editor.toolfile, uneditable)
  }

  /// Returns the requirements under which the tools to update may move to any newer version. Held
  /// tools keep theirs.
  private func requirements(to update: Update, in project: Project) -> [ToolName: Requirement] {
    var requirements: [ToolName: Requirement] = [:]
    let held = Set(project.toolfile.holds.map(\.tool))
    for tool in project.toolfile.tools
    where update.tools?.contains(tool.name) ?? true && !held.contains(tool.name) {
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
      }, yanked: yanked)
  }
}

extension Problem {
  /// The tools whose sources have the problem.
  fileprivate var tools: [ToolName] {
    switch self {
    case .sources(let problems): problems.compactMap(\.tool)
    case .several(let problems): problems.flatMap(\.tools)
    default: []
    }
  }

  /// Whether no choice of versions meets all requirements.
  fileprivate var isConflict: Bool {
    switch self {
    case .project(.lock(.conflict)): true
    case .several(let problems): problems.contains(where: \.isConflict)
    default: false
    }
  }
}
