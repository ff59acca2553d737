package import Diagnostics
package import Projects
package import SourceKinds
package import ToolSources
package import Vocabulary

extension SourceQuery {
  /// Creates the query that would look for a tool if the project were locked for the first time.
  ///
  /// - Parameters:
  ///   - request: The request of the project for the tool.
  ///   - project: The project.
  ///   - definition: The meaning of the tool, or `nil` if the Toolfile names its source.
  ///   - sources: Opens the source of the tool.
  ///   - now: The time at which cooldowns are measured.
  /// - Throws: ``Problem/sources(_:)`` with all problems of the declaration.
  package init?(
    for request: ToolRequest, of project: Project, _ definition: AppliedDefinition?,
    in sources: SourceProvider, now: ReleaseTime
  ) throws(Problem) {
    let context = LockContext(
      project: project, sources: sources,
      definitions: definition.map { [request.tool: $0] } ?? [:], now: now, observe: { _ in })
    guard let query = try context.queries(for: [request]).first else { return nil }
    self = query
  }
}
