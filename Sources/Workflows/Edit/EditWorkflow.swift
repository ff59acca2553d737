package import Diagnostics
package import Locking
package import Manifests
package import Projects
internal import SourceKinds
internal import Versions
package import Vocabulary

/// Edits of a project's Toolfile, each with the lock that results from it.
///
/// The workflow writes nothing. ``ProjectEdit/write()`` writes both files, once the user has
/// accepted everything.
package struct EditWorkflow: Sendable {
  /// A tool to add, or a declared tool that gets another requirement.
  package struct Addition: Hashable, Sendable {
    /// The tool. Without a requirement, it gets one that admits versions compatible with the locked
    /// one (``Requirement/init(compatibleWith:)``).
    package let tool: NewTool
    /// The group to add the tool to, or `nil` for the top level of the Toolfile.
    package let group: GroupName?
    /// The beginning of a version that the tool's exact requirement may be, as `24` is one of
    /// `24.19.0`, or `nil`. The version of exactly this spelling takes precedence.
    let beginning: String?

    /// Creates an addition. Pass `nil` as `group` for the top level of the Toolfile.
    package init(_ tool: NewTool, to group: GroupName?, beginning: String? = nil) {
      self.tool = tool
      self.group = group
      self.beginning = beginning
    }

    /// The addition with a requirement for every version that begins with ``beginning``.
    fileprivate var ofAllVersions: Addition {
      var tool = tool
      tool.requirement = beginning.flatMap(Requirement.init(beginningWith:)) ?? tool.requirement
      return Addition(tool, to: group)
    }

    /// Returns the addition with the option that limits its tool to `platforms`.
    fileprivate func limited(to platforms: [Platform]) -> Addition {
      let names = platforms.map { Toolfile.Value.string($0.rawValue) }
      let options =
        tool.options + [.init(key: ToolOption.platforms.rawValue, value: .array(names))]
      return Addition(
        NewTool(tool.name, tool.requirement, options: options), to: group, beginning: beginning)
    }

    /// Whether the tool has an option that names platforms.
    package var namesPlatforms: Bool {
      tool.options.contains { $0.key == ToolOption.platforms.rawValue }
    }
  }

  let locking: LockWorkflow

  /// Creates a workflow that locks edited projects with `locking`.
  package init(locking: LockWorkflow) { self.locking = locking }

  /// Adds tools to a project. A declared tool gets the new requirement, if there is one, and keeps
  /// everything else.
  ///
  /// As long as the Toolfile has no `platforms` line, a new tool that lacks some of
  /// ``Platform/defaults`` is limited to the others.
  ///
  /// - Throws: ``StatementProblem/declaredAlready(tool:origin:)`` if a declared tool would get
  ///   other options or another group, ``StatementProblem/notEditable(_:line:)``, or the problems
  ///   of locking.
  package func adding(
    _ additions: [Addition], to project: Project
  ) async throws(Problem) -> ProjectEdit {
    var meant: [Addition] = []
    for addition in additions {
      let isWhole = try await isSpelled(addition, in: project)
      meant.append(isWhole ? addition : addition.ofAllVersions)
    }
    return try await addingWhereAvailable(meant, to: project)
  }

  /// Returns whether the requirement of an addition is meant as it is: either it is no beginning of
  /// a version, or a version has exactly this spelling, whatever its build.
  private func isSpelled(
    _ addition: Addition, in project: Project
  ) async throws(Problem) -> Bool {
    guard let beginning = addition.beginning else { return true }
    do {
      let edit = try await addingWhereAvailable([addition], to: project)
      let version = edit.project.lock?[addition.tool.name]?.version
      return (version?.withoutBuild ?? version)?.text == beginning
    } catch {
      if case .interrupted = error { throw error }
      return false
    }
  }

  /// Adds tools, and limits those that lack default platforms. Each attempt limits another tool.
  private func addingWhereAvailable(
    _ additions: [Addition], to project: Project
  ) async throws(Problem) -> ProjectEdit {
    var additions = additions
    while true {
      do throws(Problem) {
        return try await addingExactly(additions, to: project)
      } catch {
        let limits = project.toolfile.platforms == nil ? error.servedPlatforms : [:]
        let limited = additions.map { addition in
          let name = addition.tool.name
          guard !addition.namesPlatforms, project.toolfile[name] == nil,
            let platforms = limits[name]
          else { return addition }
          return addition.limited(to: platforms)
        }
        if limited == additions { throw error }
        additions = limited
      }
    }
  }

  private func addingExactly(
    _ additions: [Addition], to project: Project
  ) async throws(Problem) -> ProjectEdit {
    var editor = ToolfileEditor(project.toolfile)
    var added: Set<ToolName> = []
    var changed: Set<ToolName> = []
    for addition in additions {
      let tool = addition.tool
      guard let declared = project.toolfile[tool.name] else {
        try editing { () throws(StatementProblem) in try editor.add(tool, to: addition.group) }
        added.insert(tool.name)
        continue
      }
      let isInGroup = addition.group.map(declared.groups.contains) ?? true
      guard tool.options.isEmpty, isInGroup else {
        throw .project(.statement(.declaredAlready(tool: tool.name, origin: declared.origin)))
      }
      if tool.requirement != .any, tool.requirement != declared.requirement.value {
        try editing { () throws(StatementProblem) in
          try editor.setRequirement(of: tool.name, to: tool.requirement)
        }
        changed.insert(tool.name)
      }
    }
    let result = try await resolve(editor.toolfile, in: project, added: added, changed: changed) {
      draft async throws(Problem) in
      try await locking.resolve(LockRequest(draft, replacing: project.lock))
    }
    for addition in additions
    where added.contains(addition.tool.name) && addition.tool.requirement == .any {
      try require(addition.tool.name, asIn: result.lock, of: project, &editor)
    }
    return try await edit(project, editor.toolfile, result)
  }

  /// Makes the requirement of a tool accept the versions that are compatible with the locked one.
  private func require(
    _ name: ToolName, asIn lock: Lockfile, of project: Project, _ editor: inout ToolfileEditor
  ) throws(Problem) {
    guard let stanza = lock[name],
      let version = try? Version(
        parsing: stanza.version.text, scheme: project.catalog.scheme(of: stanza.declaration))
    else { return }
    try editing { () throws(StatementProblem) in
      try editor.setRequirement(of: name, to: Requirement(compatibleWith: version))
    }
  }

  /// Removes tools from a project. All other tools keep their versions.
  ///
  /// - Throws: ``StatementProblem/notEditable(_:line:)``, or the problems of locking.
  package func removing(
    _ tools: [ToolName], from project: Project
  ) async throws(Problem) -> ProjectEdit {
    var editor = ToolfileEditor(project.toolfile)
    for tool in tools {
      try editing { () throws(StatementProblem) in try editor.remove(tool) }
    }
    let result = try await resolve(editor.toolfile, in: project) {
      draft async throws(Problem) in
      try await locking.resolve(LockRequest(draft, replacing: project.lock))
    }
    return try await edit(project, editor.toolfile, result)
  }

  /// Resolves a project with an edited Toolfile. An error names the lines of the Toolfile as it is,
  /// because the edit is not written then, and the result those of the edited one.
  ///
  /// - Parameters:
  ///   - toolfile: The edited Toolfile.
  ///   - added: The tools that the command line adds.
  ///   - changed: The tools whose requirements the command line changes.
  ///   - body: Resolves the project.
  func resolve(
    _ toolfile: Toolfile, in project: Project, added: Set<ToolName> = [],
    changed: Set<ToolName> = [], with body: (Project) async throws(Problem) -> LockResult
  ) async throws(Problem) -> LockResult {
    let draft = project.toolfile.stating(
      toolfile.attributingToCommandLine(added: added, changed: changed),
      exceptFor: added.union(changed))
    let result = try await body(project.with(draft, project.lock))
    var outlooks = result.outlooks
    for tool in toolfile.tools {
      outlooks[tool.name] = outlooks[tool.name]?.moving(
        draft[tool.name]?.requirement.origin, to: tool.requirement.origin)
    }
    return LockResult(lock: result.lock, outlooks: outlooks)
  }

  /// Returns the edit of `project`, based on a lock that was made before the final requirements
  /// were known. These admit the locked versions.
  func edit(
    _ project: Project, _ toolfile: Toolfile, _ result: LockResult
  ) async throws(Problem) -> ProjectEdit {
    let lock = result.lock
    let declared = project.with(toolfile, lock)
    let tools = lock.tools.map { tool in
      guard let request = declared.request(for: tool.name) else { return tool }
      return tool.with {
        $0.wants = request.wants.map(\.value) + tool.wants.filter(\.requester.isTool)
      }
    }
    let stated = Lockfile(
      platforms: lock.platforms, registries: lock.registries, tools: tools, replacing: lock)
    // Does nothing if the lock matches.
    let final = try await locking.resolve(
      LockRequest(declared, replacing: stated == lock ? lock : stated)
    ).lock
    try LockWorkflow.checkIsReadable(final, named: project.lockName)
    return ProjectEdit(
      declared.with(final), replacing: project, result.outlooks.mapValues(\.heldBack))
  }

  func editing(_ edit: () throws(StatementProblem) -> Void) throws(Problem) {
    do { try edit() } catch { throw .project(.statement(error)) }
  }
}

extension VersionOutlook {
  /// Returns the outlook with the requirement of the tool's own statement at another place.
  fileprivate func moving(_ origin: Origin?, to place: Origin) -> VersionOutlook {
    VersionOutlook(
      chosen: chosen, newest: newest,
      heldBack: heldBack.map { version in
        guard case .requirement(let text, let known) = version.reason,
          known.withoutColumn == origin?.withoutColumn
        else { return version }
        return HeldBackVersion(version.version, because: .requirement(text, place.withoutColumn))
      }, yanked: yanked)
  }
}

extension Problem {
  /// The platforms for which a tool has artifacts, of each tool that has some, but not all, of the
  /// necessary ones.
  fileprivate var servedPlatforms: [ToolName: [Platform]] {
    switch self {
    case .sources(let problems):
      problems.reduce(into: [:]) { platforms, problem in
        guard case .content(.noArtifact(_, _, _, let served)) = problem.fault, !served.isEmpty,
          let tool = problem.tool
        else { return }
        platforms[tool] = served
      }
    case .several(let problems):
      problems.reduce(into: [:]) { platforms, problem in
        platforms.merge(problem.servedPlatforms) { first, _ in first }
      }
    default: [:]
    }
  }
}
