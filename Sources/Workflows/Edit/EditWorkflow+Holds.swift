package import Diagnostics
internal import Locking
internal import Manifests
package import Projects
internal import Versions
package import Vocabulary

extension EditWorkflow {
  /// Holds a tool at one version: its line in the Toolfile requires that version, and a comment
  /// above it keeps the former requirement. Makes no request if the version is the locked one.
  ///
  /// - Parameters:
  ///   - tool: A tool that the Toolfile declares.
  ///   - typed: The version that the user typed, or `nil` for the locked one. A prefix means the
  ///     newest version that begins with it.
  ///   - reason: A text without line breaks, or `nil` for a hold without a reason.
  ///   - project: The project.
  /// - Throws: ``StatementProblem/notEditable(_:line:)``, or the problems of locking.
  package func holding(
    _ tool: ToolName, at typed: TypedVersion?, because reason: String?, in project: Project
  ) async throws(Problem) -> ProjectEdit {
    var lock = project.lock
    var version: VersionText?
    if let typed {
      version = try await self.version(typed, of: tool, in: project)
    } else if lock?[tool] == nil {
      lock = try await locking.resolve(LockRequest(project, replacing: lock)).lock
    }
    guard let held = version ?? lock?[tool]?.version else {
      throw .selection(
        .notInLock(
          tool: tool, origin: project.toolfile[tool]?.origin ?? .file(project.toolfile.path)))
    }
    var editor = ToolfileEditor(project.toolfile)
    try editing { () throws(StatementProblem) in
      try editor.hold(tool, at: held.text, because: reason)
    }
    return try await edit(
      project, to: editor.toolfile, from: lock, keeps: lock?[tool]?.version == held)
  }

  /// Returns the version that a typed one means. For a prefix, this is the newest version that
  /// begins with it. If the source of the tool cannot list its versions, or if none begins with the
  /// prefix, returns the typed version.
  private func version(
    _ typed: TypedVersion, of tool: ToolName, in project: Project
  ) async throws(Problem) -> VersionText {
    if typed.beginning == nil { return typed.version }
    let versions: [Version]
    do {
      versions = try await locking.versions(of: tool, in: project)
    } catch {
      if case .interrupted = error { throw error }
      return typed.version
    }
    let requirement = typed.requirement(among: versions)
    if requirement == typed.exact { return typed.version }
    let newest = versions.filter { (try? requirement.admits($0)) ?? false }.max()
    return newest.flatMap { VersionText($0.spelling) } ?? typed.version
  }

  /// Restores the requirements that tools had before their holds. The tools keep their versions if
  /// these meet the requirements.
  ///
  /// - Throws: ``StatementProblem/notEditable(_:line:)``, or the problems of locking.
  package func removingHolds(
    on tools: [ToolName], in project: Project
  ) async throws(Problem) -> ProjectEdit {
    var editor = ToolfileEditor(project.toolfile)
    for tool in tools {
      try editing { () throws(StatementProblem) in try editor.removeHold(on: tool) }
    }
    return try await edit(project, to: editor.toolfile, from: project.lock, keeps: true)
  }

  /// Returns the edit of a project whose requirements change.
  ///
  /// - Parameter keepsVersions: Whether the versions of `lock` meet the new requirements, as far as
  ///   is known. If they do not, the tools are resolved again.
  private func edit(
    _ project: Project, to toolfile: Toolfile, from lock: Lockfile?, keeps keepsVersions: Bool
  ) async throws(Problem) -> ProjectEdit {
    if keepsVersions, let lock {
      return try await edit(project, toolfile, LockResult(lock: lock, outlooks: [:]))
    }
    let result = try await resolve(toolfile, in: project) { draft async throws(Problem) in
      try await locking.resolve(LockRequest(draft, replacing: project.lock))
    }
    return try await edit(project, toolfile, result)
  }
}
