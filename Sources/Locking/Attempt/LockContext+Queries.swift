internal import Diagnostics
internal import Gems
internal import Manifests
internal import Projects
internal import SourceKinds
internal import ToolSources
internal import Versions
internal import Vocabulary

// Queries that the solver makes while it chooses versions.
extension LockContext {
  /// Queries the source of a tool while versions are being chosen.
  ///
  /// This happens for a tool that only other tools need, which comes from the place that the need
  /// refers to (see ``ToolNameResolution``), and for a tool of the Toolfile whose kept stanza
  /// lacks a platform that it must now support.
  ///
  /// - Parameters:
  ///   - tool: The tool to query.
  ///   - origin: The position of one of the tools that need `tool`, for messages.
  /// - Returns: The releases of `tool`, or the names of similar tools if only other tools need
  ///   `tool` and the source does not have it.
  /// - Throws: ``Problem/sources(_:)`` with the problems of the source.
  func fetchCandidates(
    for tool: SourcedTool, _ origin: Vocabulary.Origin
  ) async throws(Problem) -> SourceLookup {
    if let part = tool.part { return try await fetchPart(part, of: tool.owner, origin) }
    guard let location = tool.location else {
      guard let request = project.request(for: tool.name),
        let query = try queries(for: [request]).first
      else { throw .system(.internalFault("\(tool.name) was not requested")) }
      return try await mappingSourceErrors { () async throws(SourceError) in
        .found(try await Candidates(listing: query))
      }
    }
    do {
      let query = try self.query(for: tool, at: location, origin)
      return .found(try await Candidates(listing: query))
    } catch {
      // A tool that a definition describes must exist.
      if location != .definition, case .problems(let problems) = error,
        case .content(.unknownPackage(let known, _))? = problems.first?.fault
      {
        return .unknown(similar: known)
      }
      throw Problem(error)
    }
  }

  /// Returns the query for a tool that only other tools need.
  private func query(
    for tool: SourcedTool, at location: ToolLocation, _ origin: Vocabulary.Origin
  ) throws(SourceError) -> SourceQuery {
    let declared: DeclaredTool
    switch location {
    case .source(let location):
      declared = DeclaredTool(tool.name, from: location.reference(by: origin), origin: origin)
    case .definition:
      guard let definition = definitions[tool.name] else {
        throw .problems([
          SourceProblem(
            source: "", tool: tool.name, origin: origin,
            fault: .content(.undefined(aliased: [], known: [])))
        ])
      }
      declared = DeclaredTool(tool.name, origin: origin).defined(by: definition)
    }
    return try query(
      for: declared, as: tool, requirements: pinLimit(on: tool).map { [$0.requirement] } ?? [])
  }

  /// Queries the source of a tool for a gem of the tool's graph.
  ///
  /// - Parameters:
  ///   - gem: The gem.
  ///   - owner: The tool.
  ///   - origin: See ``fetchCandidates(for:_:)``.
  private func fetchPart(
    _ gem: GemName, of owner: SourcedTool, _ origin: Vocabulary.Origin
  ) async throws(Problem) -> SourceLookup {
    let own: SourceQuery?
    if let location = owner.location {
      own = try await mappingSourceErrors { () async throws(SourceError) in
        try query(for: owner, at: location, origin)
      }
    } else {
      own = try queries(for: [project.request(for: owner.name)].compactMap(\.self)).first
    }
    guard let own else { throw .system(.internalFault("\(owner.name) was not requested")) }
    do {
      return .found(
        try await Candidates(
          listing: own.part(gem, neededBy: origin, previous: previous[owner.part(gem)])))
    } catch {
      if case .problems(let problems) = error, case .content(let fault)? = problems.first?.fault {
        switch fault {
        case .unknownPackage(let known, _): return .unknown(similar: known)
        case .noReleases: return .unknown(similar: [])
        default: break
        }
      }
      throw Problem(error)
    }
  }
}
