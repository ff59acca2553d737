package import Diagnostics
internal import Filesystem
package import Manifests
package import Projects
package import ToolSources
internal import Versions

/// From a project's manifest to its lock: ask the sources, choose, write down exact bytes for every platform.
package struct Locking: Sendable {
  private let sources: SourceCatalog
  /// The source of tools for which the Toolfile names none.
  private let defaultSource: String
  /// The time by which a cooldown counts.
  private let now: ReleaseTime
  private let observe: @Sendable (WorkEvent) -> Void

  package init(
    sources: SourceCatalog, defaultSource: String, now: ReleaseTime,
    observe: @escaping @Sendable (WorkEvent) -> Void
  ) {
    self.sources = sources
    self.defaultSource = defaultSource
    self.now = now
    self.observe = observe
  }

  /// The lock that answers `project`. Of `previous` everything stays that still does; what did not change is not asked for again.
  ///
  /// - Parameters:
  ///   - previous: nil where there is none, or none that can be kept.
  ///   - isUpdate: choose the newest versions instead of keeping locked ones.
  ///   - announce: gets what this machine will need of a tool as soon as its version is chosen.
  package func lock(
    _ project: Project, previous: Lockfile?, isUpdate: Bool,
    announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void = { _, _ in }
  ) async throws(Problem) -> Lockfile {
    let requests = project.requests
    try Self.checkVariables(requests.map(\.tool))
    let answered: Set<String> = isUpdate ? [] : Self.answered(of: project, by: previous)
    var kept: [LockedTool] = []
    var asked: [ToolRequest] = []
    for request in requests {
      if answered.contains(request.tool.text), let stanza = previous?[request.tool] {
        kept.append(stanza)
      } else {
        asked.append(request)
      }
    }
    if !asked.isEmpty { observe(.resolving(toolCount: asked.count)) }
    let jobs = try jobs(for: asked, in: project, previous: isUpdate ? nil : previous)
    let answers = try await answers(to: jobs, announcing: announce)
    return Lockfile(platforms: project.platforms, tools: kept + answers, replacing: previous)
  }

  /// One tool to ask for, with its source found and its options read.
  private struct Job: Sendable {
    let request: ToolRequest
    let source: any ToolSource
    let packageRequest: PackageRequest
    let platforms: [Platform]
    /// Whether a platform without an artifact is an error: it is where the Toolfile names it.
    let isStrict: Bool
    let latestRelease: ReleaseTime?
    let previous: LockedTool?
  }

  /// The names of the tools that `previous` answers as they are asked for now.
  private static func answered(of project: Project, by previous: Lockfile?) -> Set<String> {
    guard let previous else { return [] }
    let difference = project.difference(from: previous)
    // Other platforms ask something new of every tool.
    guard difference.addedPlatforms.isEmpty, difference.removedPlatforms.isEmpty else { return [] }
    return Set(previous.tools.map(\.name.text)).subtracting(difference.changed.map(\.tool))
  }

  /// All that is wrong with the options of all tools is said at once.
  private func jobs(
    for requests: [ToolRequest], in project: Project, previous: Lockfile?
  ) throws(Problem) -> [Job] {
    var jobs: [Job] = []
    var problems: [SourceProblem] = []
    for request in requests {
      do throws(SourceError) {
        let reference = request.declared.source
        let source = try sources.source(
          reference?.name ?? defaultSource, address: reference?.address,
          origin: reference?.origin ?? request.declared.origin)
        let cooldown = request.declared.cooldown?.value ?? project.toolfile.cooldown?.value
        jobs.append(
          Job(
            request: request, source: source,
            packageRequest: try source.request(for: DeclaredTool(request.declared)),
            platforms: request.declared.platforms ?? project.platforms,
            isStrict: project.toolfile.platforms != nil || request.declared.platforms != nil,
            latestRelease: cooldown.map {
              ReleaseTime(secondsSince1970: now.secondsSince1970 - Int64($0.seconds))
            },
            previous: previous?[request.tool]))
      } catch {
        guard case .problems(let found) = error else { throw Problem(error) }
        problems += found
      }
    }
    if !problems.isEmpty { throw .sources(problems) }
    return jobs
  }

  /// Asks what there is of every tool, chooses, then asks for what the lock must say of the choice.
  private func answers(
    to jobs: [Job], announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void
  ) async throws(Problem) -> [LockedTool] {
    let candidates = try await gathering(jobs) { job async throws(Problem) in
      let package = try await asking { () async throws(SourceError) in
        try await job.source.package(job.packageRequest)
      }
      return Candidates(
        tool: job.request.tool, wishes: job.request.wishes, source: job.source.name,
        package: package, name: job.packageRequest.package, latestRelease: job.latestRelease)
    }
    let previous = jobs.compactMap { job in job.previous.map { (job.request.tool, $0.version) } }
    let chosen = try await Choosing(candidates).choose(
      keeping: Dictionary(previous) { first, _ in first })
    return try await gathering(Array(zip(jobs, candidates))) { pair async throws(Problem) in
      let (job, candidates) = pair
      guard let release = chosen[candidates.tool] else {
        throw Problem.system(.internalFault("no version was chosen for \(candidates.tool)"))
      }
      if job.platforms.contains(.current),
        let artifact = candidates.package.announcedArtifact(of: release, for: .current)
      {
        announce(candidates.tool, artifact)
      }
      return try await lockedTool(job, candidates, release)
    }
  }

  private func lockedTool(
    _ job: Job, _ candidates: Candidates, _ release: Release
  ) async throws(Problem) -> LockedTool {
    guard let version = VersionText(release.version.spelling) else {
      throw candidates.problem(.noVersion(wanted: "", existing: [release.version.spelling]))
    }
    let platforms = servedPlatforms(job, candidates.package, release)
    let content = try await asking { () async throws(SourceError) in
      try await candidates.package.content(of: release, for: platforms)
    }
    let request = job.request
    return LockedTool(
      name: request.tool, version: version, wants: request.wants,
      declaration: request.declaration(from: job.source.name), released: release.released,
      needs: content.needs, provides: content.provides, artifacts: content.artifacts,
      isTrustedOnFirstUse: content.isTrustedOnFirstUse)
  }

  /// The platforms to lock for. Where the Toolfile names none, one that the release lacks is left out and told; else the source
  /// says what it lacks.
  private func servedPlatforms(
    _ job: Job, _ package: any SourcePackage, _ release: Release
  ) -> [Platform] {
    if job.isStrict { return job.platforms }
    let served = job.platforms.filter { platform in
      if case .serves = package.artifact(of: release, for: platform) { true } else { false }
    }
    if served.isEmpty { return job.platforms }
    for platform in job.platforms where !served.contains(platform) {
      observe(.platformLeftOut(tool: job.request.tool.text, platform: platform.rawValue))
    }
    return served
  }

  /// Two tools whose variables collide could not be told apart by whoever sets one.
  private static func checkVariables(_ tools: [ToolName]) throws(Problem) {
    for (variable, tools) in Dictionary(grouping: tools, by: \.environmentVariable).sorted(by: {
      $0.key < $1.key
    })
    where tools.count > 1 {
      throw .project(.collidingVariable(variable, tools: tools.sorted().map(\.text)))
    }
  }
}

extension ToolRequest {
  fileprivate var wishes: [Wish] {
    zip(wants, origins).map { Wish(requirement: $0.requirement, origin: $1) }
  }
}
