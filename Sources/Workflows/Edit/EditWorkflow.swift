package import Diagnostics
package import Locking
internal import Manifests
package import Projects
internal import SourceKinds
internal import Versions
package import Vocabulary

/// Edits of a project's Toolfile, each with the lock that results from it.
///
/// The workflow writes nothing. ``ProjectEdit/write()`` writes both files, once the user has
/// accepted everything.
package struct EditWorkflow: Sendable {
  let locking: LockWorkflow

  /// Creates a workflow that locks edited projects with `locking`.
  package init(locking: LockWorkflow) { self.locking = locking }

  /// Adds tools to a project. A declared tool gets the new requirement, if there is one, and keeps
  /// everything else.
  ///
  /// As long as the Toolfile has no `platforms` line, a new tool that lacks some of
  /// ``Platform/defaults`` is limited to the others. If a `source` statement applies to a new tool,
  /// but its source has no package of that name, the definition of the tool states the package.
  ///
  /// - Throws: ``StatementProblem/declaredAlready(tool:origin:)`` if a declared tool would get
  ///   other options or another group, ``StatementProblem/notEditable(_:line:)``, or the problems
  ///   of locking.
  package func adding(
    _ additions: [Addition], to project: Project
  ) async throws(Problem) -> ProjectEdit {
    var meant: [Addition] = []
    for addition in additions {
      meant.append(try await decided(addition, in: project))
    }
    return try await addingWhereAvailable(meant, to: project)
  }

  /// An edited Toolfile, and the project to lock for it.
  struct Draft {
    var editor: ToolfileEditor
    let added: Set<ToolName>
    let project: Project
  }

  func draft(
    adding additions: [Addition], to project: Project
  ) throws(Problem) -> Draft {
    var editor = ToolfileEditor(project.toolfile)
    var added: Set<ToolName> = []
    var changed: Set<ToolName> = []
    for addition in additions {
      let tool = addition.tool
      guard let declared = project.toolfile[tool.name] else {
        try editing { () throws(StatementProblem) in
          try editor.add(tool, to: addition.group, beforeSources: addition.isAboveSources)
        }
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
    return Draft(
      editor: editor, added: added,
      project: self.draft(of: editor.toolfile, in: project, added: added, changed: changed))
  }

  func addingExactly(
    _ additions: [Addition], to project: Project
  ) async throws(Problem) -> ProjectEdit {
    let draft = try draft(adding: additions, to: project)
    var editor = draft.editor
    let result = try await resolve(editor.toolfile, as: draft.project) {
      draft async throws(Problem) in
      try await locking.resolve(LockRequest(draft, replacing: project.lock))
    }
    for addition in additions
    where draft.added.contains(addition.tool.name) && addition.tool.requirement == .any {
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
  ///   - body: Resolves the project.
  func resolve(
    _ toolfile: Toolfile, in project: Project,
    with body: (Project) async throws(Problem) -> LockResult
  ) async throws(Problem) -> LockResult {
    try await resolve(toolfile, as: draft(of: toolfile, in: project), with: body)
  }

  /// Returns the project with an edited Toolfile, whose statements have the lines of the Toolfile
  /// as it is.
  ///
  /// - Parameters:
  ///   - toolfile: The edited Toolfile.
  ///   - added: The tools that the command line adds.
  ///   - changed: The tools whose requirements the command line changes.
  private func draft(
    of toolfile: Toolfile, in project: Project, added: Set<ToolName> = [],
    changed: Set<ToolName> = []
  ) -> Project {
    let draft = project.toolfile.stating(
      toolfile.attributingToCommandLine(added: added, changed: changed),
      exceptFor: added.union(changed))
    return project.with(draft, project.lock)
  }

  private func resolve(
    _ toolfile: Toolfile, as draft: Project,
    with body: (Project) async throws(Problem) -> LockResult
  ) async throws(Problem) -> LockResult {
    let result = try await body(draft)
    var outlooks = result.outlooks
    for tool in toolfile.tools {
      outlooks[tool.name] = outlooks[tool.name]?.moving(
        draft.toolfile[tool.name]?.requirement.origin, to: tool.requirement.origin)
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
      let wants = request.wants.map(\.value) + tool.wants.filter(\.requester.isTool)
      return wants == tool.wants ? tool : tool.with { $0.wants = wants }
    }
    let stated = Lockfile(
      platforms: lock.platforms, registries: lock.registries, tools: tools, replacing: lock)
    // Does nothing if the lock matches.
    let final = try await locking.resolve(
      LockRequest(declared, replacing: stated == lock ? lock : stated)
    ).lock
    try LockWorkflow.checkIsReadable(final, replacing: project.lock, named: project.lockName)
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
