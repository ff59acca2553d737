internal import Diagnostics
internal import Manifests
internal import Projects
internal import Resolution
internal import SourceKinds
internal import ToolSources
internal import Versions

/// What a project asks of which source.
struct LockContext: Sendable {
  let project: Project
  let sources: SourceProvider
  let now: ReleaseTime
  let observe: @Sendable (WorkflowEvent) -> Void

  private var catalog: SourceCatalog { project.catalog }

  /// How the names of needed tools are read.
  func nameResolution(_ keeping: KeptVersions) -> ToolNameResolution {
    var declared: [ToolName: VersionScheme] = [:]
    for request in project.requests {
      // Where the Toolfile names no source, what is kept may be from another default.
      let source = keeping.stanzas[request.sourced]?.declaration.source ?? sourceName(request)
      declared[request.tool] = catalog.scheme(of: source)
    }
    return ToolNameResolution(declared: declared, system: project.systemTools, catalog: catalog)
  }

  private func sourceName(_ request: ToolRequest) -> String {
    request.declared.source?.name ?? catalog.defaultName(sources.access.settings)
  }

  /// What the files ask for that no version whatever could be: said before anybody is asked.
  func checkContradictions() throws(Problem) {
    for request in project.requests {
      guard let scheme = catalog.scheme(of: sourceName(request)),
        let wanted = try? request.dependencies(in: scheme),
        let report = ConflictReport(contradictionIn: wanted)
      else { continue }
      throw .project(.conflict(VersionConflict(report, now: now)))
    }
  }

  /// What `.tool-version` says of a tool that the Toolfile does not name: it holds where others need it.
  func limit(on tool: SourcedTool) -> Located<LockedTool.Want>? {
    tool.place == nil ? nil : project.pinnedWant(of: tool.name)
  }

  /// All that is wrong with the options of all tools is said at once.
  func queries(for requests: [ToolRequest]) throws(Problem) -> [SourceQuery] {
    var queries: [SourceQuery] = []
    var problems: [SourceProblem] = []
    for request in requests {
      do throws(SourceError) {
        queries.append(
          try query(
            for: request.declared, as: request.sourced,
            requirements: request.wants.map(\.requirement)))
      } catch {
        guard case .problems(let found) = error else { throw Problem(error) }
        problems += found
      }
    }
    if !problems.isEmpty { throw .sources(problems.withoutRepetition) }
    return queries
  }

  private func query(
    for declared: DeclaredTool, as tool: SourcedTool, requirements: [Located<Requirement>]
  ) throws(SourceError) -> SourceQuery {
    let source = try sources.source(of: declared)
    let cooldown = declared.cooldown?.value ?? project.toolfile.cooldown?.value
    return SourceQuery(
      tool: tool, requirements: requirements, source: source,
      request: try source.request(for: declared),
      isStrict: project.toolfile.platforms != nil || declared.platforms != nil,
      age: cooldown.map { MinimumAge(cooldown: $0, now: now) })
  }

  /// Asks for a tool while versions are chosen: one that only others need, of nobody but the source that says so (see ``Naming``);
  /// or one of the Toolfile that was to stay as it is locked, and must serve more than it did.
  ///
  /// - Parameter origin: one of those that need it.
  func ask(
    for tool: SourcedTool, _ origin: Diagnostics.Origin
  ) async throws(Problem) -> SourceVersionProvider.Lookup {
    guard let place = tool.place else {
      guard let request = project.request(for: tool.name),
        let query = try queries(for: [request]).first
      else { throw .system(.internalFault("\(tool.name) was not asked for")) }
      return try await mappingSourceErrors { () async throws(SourceError) in
        .found(
          Candidates(query: query, package: try await query.source.package(query.request)))
      }
    }
    do throws(SourceError) {
      let declared = DeclaredTool(tool.name, from: place.reference(by: origin), origin: origin)
      let query = try query(
        for: declared, as: tool, requirements: limit(on: tool).map { [$0.requirement] } ?? [])
      return .found(
        Candidates(query: query, package: try await query.source.package(query.request)))
    } catch {
      if case .problems(let problems) = error,
        case .unknownPackage(let known, _)? = problems.first?.fault
      {
        return .unknown(similar: known.compactMap { ToolName($0) })
      }
      throw Problem(error)
    }
  }
}

extension ToolRequest {
  /// What is wanted of it, in the solver's words. Throws for what cannot be a version of its source.
  func dependencies(in scheme: VersionScheme) throws(VersionError) -> [Dependency<ToolUniverse>] {
    var dependencies: [Dependency<ToolUniverse>] = []
    for want in wants {
      dependencies.append(try want.requirement.dependency(on: sourced, in: scheme))
    }
    return dependencies
  }
}

extension Located<LockedTool.Want> {
  var requirement: Located<Requirement> { Located<Requirement>(value.requirement, at: origin) }
}
