internal import Diagnostics
internal import Manifests
internal import Projects
internal import Resolution
internal import ToolSources
internal import Versions

/// What a project asks of which source.
struct Asking: Sendable {
  let project: Project
  let sources: SourceCatalog
  /// The source of tools for which the Toolfile names none.
  let defaultSource: String
  let now: ReleaseTime
  let observe: @Sendable (WorkEvent) -> Void

  /// How the names of needed tools are read.
  func naming(_ keeping: Keeping) -> Naming {
    var declared: [ToolName: VersionScheme] = [:]
    for request in project.requests {
      // Where the Toolfile names no source, what is kept may be from another default.
      let source = keeping.stanzas[request.sourced]?.declaration.source ?? sourceName(request)
      declared[request.tool] = SourceCatalog.scheme(of: source)
    }
    return Naming(declared: declared, system: project.systemTools)
  }

  private func sourceName(_ request: ToolRequest) -> String { request.source ?? defaultSource }

  /// What the files ask for that no version whatever could be: said before anybody is asked.
  func checkContradictions() throws(Problem) {
    for request in project.requests {
      guard let scheme = SourceCatalog.scheme(of: sourceName(request)),
        let wanted = try? request.dependencies(in: scheme),
        let report = Report(contradictionIn: wanted)
      else { continue }
      throw .project(.conflict(Conflict(report, now: now)))
    }
  }

  /// What `.tool-version` says of a tool that the Toolfile does not name: it holds where others need it.
  func limit(on tool: SourcedTool) -> Wish? {
    guard tool.place != nil, let pin = project.pins?.pin(of: tool.name),
      case .exact(let version) = pin.version,
      let requirement = try? Requirement(parsing: ["= \(version)"])
    else { return nil }
    return Wish(requirement: requirement, origin: pin.origin)
  }

  /// All that is wrong with the options of all tools is said at once.
  func inquiries(for requests: [ToolRequest]) throws(Problem) -> [Inquiry] {
    var inquiries: [Inquiry] = []
    var problems: [SourceProblem] = []
    for request in requests {
      let reference = request.declared.source
      do throws(SourceError) {
        let source = try sources.source(
          sourceName(request), address: reference?.address,
          origin: reference?.origin ?? request.declared.origin)
        inquiries.append(
          Inquiry(
            tool: SourcedTool(name: request.tool, place: nil), wishes: request.wishes,
            source: source, request: try source.request(for: DeclaredTool(request.declared)),
            isStrict: project.toolfile.platforms != nil || request.declared.platforms != nil,
            age: age(request.declared.cooldown?.value)))
      } catch {
        guard case .problems(let found) = error else { throw Problem(error) }
        problems += found
      }
    }
    if !problems.isEmpty { throw .sources(problems.withoutRepetition) }
    return inquiries
  }

  /// Asks for a tool while versions are chosen: one that only others need, of nobody but the source that says so (see ``Naming``);
  /// or one of the Toolfile that was to stay as it is locked, and must serve more than it did.
  ///
  /// - Parameter origin: one of those that need it.
  func ask(
    for tool: SourcedTool, _ origin: Diagnostics.Origin
  ) async throws(Problem) -> Supply.Answer {
    guard let place = tool.place else {
      guard let request = project.request(for: tool.name),
        let inquiry = try inquiries(for: [request]).first
      else { throw .system(.internalFault("\(tool.name) was not asked for")) }
      return try await asking { () async throws(SourceError) in
        .found(
          Candidates(
            inquiry: inquiry, package: try await inquiry.source.package(inquiry.request)))
      }
    }
    do throws(SourceError) {
      let limit = limit(on: tool)
      let source = try sources.source(place.source, address: place.address, origin: origin)
      let request = try source.request(for: DeclaredTool(tool.name, origin: origin))
      let inquiry = Inquiry(
        tool: tool, wishes: limit.map { [$0] } ?? [], source: source, request: request,
        isStrict: project.toolfile.platforms != nil, age: age(nil))
      return .found(Candidates(inquiry: inquiry, package: try await source.package(request)))
    } catch {
      if case .problems(let problems) = error,
        case .unknownPackage(let known, _)? = problems.first?.fault
      {
        return .unknown(similar: known.compactMap { ToolName($0) })
      }
      throw Problem(error)
    }
  }

  private func age(_ own: Cooldown?) -> MinimumAge? {
    (own ?? project.toolfile.cooldown?.value).map { MinimumAge(cooldown: $0, now: now) }
  }
}

extension ToolRequest {
  /// What is wanted of it, in the solver's words. Throws for what cannot be a version of its source.
  func dependencies(in scheme: VersionScheme) throws(VersionError) -> [Dependency<ToolWorld>] {
    var dependencies: [Dependency<ToolWorld>] = []
    for wish in wishes { dependencies.append(try wish.dependency(on: sourced, in: scheme)) }
    return dependencies
  }

  fileprivate var wishes: [Wish] {
    zip(wants, origins).map { Wish(requirement: $0.requirement, origin: $1) }
  }
}
