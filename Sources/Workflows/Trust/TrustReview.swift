internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import SourceKinds
internal import ToolSources

/// A search of a project's files for what needs the user's consent.
struct TrustReview: Sendable {
  let sources: SourceProvider

  /// Returns the sources of a project at addresses that are neither the user's nor in the
  /// repository.
  func sourceRequests(of project: Project) -> [TrustProblem.Request] {
    var seen: Set<TrustItem> = []
    return project.requests.compactMap { request in
      guard let source = request.declared.source, let address = source.address,
        let foreign = sources.foreignAddress(address, of: source.name)
      else { return nil }
      let item = TrustItem.source(source.name, address: foreign)
      return seen.insert(item).inserted ? .init(item, origin: source.origin) : nil
    }
  }

  /// Returns the artifacts outside of their sources, and the executables that hide programs of the
  /// system or have reserved names.
  ///
  /// - Parameters:
  ///   - installations: The installations that a project's lock or pins select.
  ///   - origin: Returns the location that asks for a tool, or `nil` if it is unknown.
  func requests(
    of installations: [PlannedInstallation], origin: (ToolName) -> Origin?
  ) -> [TrustProblem.Request] {
    let guarded = GuardedExecutables(sources.access.environment)
    return installations.flatMap { planned -> [TrustProblem.Request] in
      let outside = planned.files.flatMap(\.urls).filter {
        !sources.serves($0, for: planned.declaration)
      }
      return outside.map {
        .init(.artifact(tool: planned.tool.text, address: $0.text), origin: origin(planned.tool))
      }
        + guarded.requests(
          for: planned.provides, of: planned.tool, planned.declaration, origin: origin(planned.tool)
        )
    }
  }
}
