package import Diagnostics
package import Locking
internal import Manifests
package import Projects
package import Vocabulary

extension EditWorkflow {
  /// Locks a project again, for other platforms if requested.
  ///
  /// - Parameters:
  ///   - project: The project to lock.
  ///   - added: The platforms to add to the `platforms` line of the Toolfile.
  ///   - removed: The platforms to remove from the line.
  ///   - update: The tools that may move to newer versions.
  ///   - publishers: The tools whose publisher may differ from that in the previous lock.
  /// - Throws: ``StatementProblem/notEditable(_:line:)``, or the problems of locking.
  package func relocking(
    _ project: Project, adding added: [Platform] = [], removing removed: [Platform] = [],
    updating update: LockUpdate, accepting publishers: Set<ToolName> = []
  ) async throws(Problem) -> ProjectEdit {
    var editor = ToolfileEditor(project.toolfile)
    try editing { () throws(StatementProblem) in
      for platform in added { try editor.add(platform) }
      for platform in removed { try editor.remove(platform) }
    }
    let declared = project.with(editor.toolfile, project.lock)
    let result = try await resolve(editor.toolfile, in: project) {
      draft async throws(Problem) in
      try await locking.resolve(
        LockRequest(
          draft, replacing: project.lock, updating: update, accepting: publishers))
    }
    try LockWorkflow.checkIsReadable(
      result.lock, replacing: project.lock, named: project.lockName)
    return ProjectEdit(
      declared.with(result.lock), replacing: project, result.outlooks.mapValues(\.heldBack))
  }
}
