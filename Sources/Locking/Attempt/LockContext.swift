internal import Attestations
internal import Diagnostics
internal import Manifests
internal import Projects
internal import Resolution
internal import SourceKinds
internal import ToolSources
internal import Trust
internal import Versions
internal import Vocabulary

/// A project to lock, with access to the sources of its tools.
struct LockContext: Sendable {
  var project: Project
  let sources: SourceProvider
  /// Checks that the user has accepted the project's attestation roots. `nil` if nothing is locked.
  var trust: TrustGate?
  /// The meanings of the tools for which the Toolfile names no source, and of those that their
  /// definitions need.
  let definitions: [ToolName: AppliedDefinition]
  /// The previous lock, which may be empty.
  var previous = PreviousLock.none
  /// The versions in Bundler's lock, or `nil` if no new tool is a gem.
  var bundled: BundledContext?
  /// The time at which cooldowns are measured.
  let now: ReleaseTime
  /// Receives notices, possibly on several threads at once.
  let observe: @Sendable (Notice) -> Void
  /// The time after which the search for versions gives up, in seconds.
  var secondsLimit = VersionSelection.defaultSecondsLimit
  /// The tools that may move to newer versions.
  var update = LockUpdate.nothing
  /// The order in which versions are preferred.
  var preference = UpdatePreference.newest
  /// The minimum cooldown that the machine's policy requires, or `nil` if it requires none.
  var minimumCooldown: Cooldown?

  private var catalog: SourceCatalog { project.catalog }

  /// Returns the verifier of attestations, which trusts the root of the public Sigstore instance
  /// and the roots of the project.
  ///
  /// - Throws: ``Problem/trust(_:)`` if the user has not accepted a root of the project, or
  ///   ``Problem/project(_:)`` if its file cannot be read.
  func verifier() throws(Problem) -> AttestationVerifier {
    var roots = [TrustedRoot.publicInstance].compactMap(\.self)
    let accepted = try trust?.accepted(AttestationRoots(of: project)) ?? []
    for (root, statement) in zip(accepted, project.toolfile.attestationRoots) {
      do throws(AttestationFault) {
        if TrustedRoot.isPublic(root.issuer) { throw .form(.publicIssuer(root.issuer)) }
        let trusted = try TrustedRoot(parsing: root.bytes, issuer: root.issuer)
        guard trusted.hasAuthorities else { throw .form(.missingMember("certificateAuthorities")) }
        roots.append(trusted)
      } catch {
        throw .project(
          .file(
            .unusableAttestationRoot(
              path: statement.path.text, statement: statement.origin, error)))
      }
    }
    return AttestationVerifier(roots: roots)
  }

  /// The artifacts that the sources have confirmed before.
  var confirmed: ConfirmedArtifacts {
    ConfirmedArtifacts(
      sources.access.root, for: project.filesFolder, catalog: sources.catalog)
  }

  /// Records that the sources have resolved `tool` as it is, with its artifact for this platform.
  /// If that fails, the sources are only asked again.
  func recordResolved(_ tool: LockedTool) {
    guard let planned = PlannedInstallation(tool, for: .current) else { return }
    record(planned.artifact, of: tool)
    try? ResolvedInstallations(sources.access.root).insert(planned)
  }

  /// Records that the source of `tool` publishes `artifact` and its gems. If that fails, a later
  /// command only asks the source again.
  ///
  /// - Parameter demand: The requirements of the policy that the release meets, or `nil` to record
  ///   the artifact itself.
  func record(_ artifact: Artifact, of tool: LockedTool, meeting demand: String? = nil) {
    try? confirmed.insert(
      artifact, tool.parts(for: artifact.platform), of: tool.name, tool.version, tool.declaration,
      meeting: demand)
  }

  /// Records that the publisher of `tool` was proved for its files on this platform. If that fails,
  /// the publisher is proved again next time.
  func recordProven(_ tool: LockedTool) {
    try? ProvenArtifacts(of: project, in: sources.access.root).insert(tool, on: .current)
  }

  /// The rule that determines which tool a name in another tool's needs refers to.
  var nameResolution: ToolNameResolution {
    var declared: [ToolName: VersionScheme] = [:]
    for request in project.requests { declared[request.tool] = scheme(of: request) }
    return ToolNameResolution(
      declared: declared, defined: definitions.mapValues(\.scheme), system: project.systemTools,
      catalog: catalog,
      oldestSystemVersions: project.oldestSystemVersions.mapValues(\.version))
  }

  /// The requirements on system tools. The solver chooses only packages that work with the oldest
  /// version that these requirements admit.
  var systemDependencies: [Dependency<ToolUniverse>] {
    project.oldestSystemVersions.sorted { $0.key < $1.key }.map { name, oldest in
      Dependency(
        SourcedTool(name: name, location: .definition), .exact(oldest.version),
        origin: StatedRequirement(
          value: Requirement(exactly: oldest.version.spelling), origin: oldest.requirement.origin,
          reason: "the oldest of \(oldest.requirement.value)"))
    }
  }

  private func scheme(of request: ToolRequest) -> VersionScheme? {
    definitions[request.tool]?.scheme
      ?? request.declared.source.flatMap { catalog.scheme(of: $0.name) }
  }

  /// Returns the declaration of a requested tool, with its definition if the Toolfile names no
  /// source.
  func declared(_ request: ToolRequest) -> DeclaredTool {
    definitions[request.tool].map(request.declared.defined) ?? request.declared
  }

  /// The contradictions between requirements in the project's files, such as `~> 1.0` in the
  /// Toolfile and a pin of 2.0. Queries no source.
  var contradictions: [RemedySearch.Contradiction] {
    project.requests.compactMap { request in
      // An unchanged stanza meets all requirements on its tool.
      guard previous[request.sourcedTool]?.standing != .unchanged,
        let scheme = scheme(of: request),
        let wanted = try? request.dependencies(in: scheme),
        let report = ConflictReport(contradictionIn: wanted)
      else { return nil }
      return (request.tool, report)
    }
  }

  /// Returns the requirement by which `.tool-version` pins a tool that the Toolfile does not
  /// declare, or `nil` if there is no such pin. The pin adds no tool to the lock, but limits the
  /// versions of `tool` if another tool needs it.
  func pinLimit(on tool: SourcedTool) -> Located<LockedTool.Want>? {
    tool.location == nil ? nil : project.pinnedWant(of: tool.name)
  }

  /// Returns a query for each request.
  ///
  /// - Throws: ``Problem/sources(_:)`` with the problems of all tools' options.
  func queries(for requests: [ToolRequest]) throws(Problem) -> [SourceQuery] {
    var queries: [SourceQuery] = []
    var problems: [SourceProblem] = []
    for request in requests {
      do {
        queries.append(
          try query(
            for: declared(request), as: request.sourcedTool,
            requirements: request.wants.map(\.requirement)))
      } catch {
        guard case .problems(let found) = error else { throw Problem(error) }
        problems += found
      }
    }
    if !problems.isEmpty { throw .sources(problems.withoutDuplicates) }
    return queries
  }

  /// Returns a query for a declared tool. If the tool has no cooldown of its own, that of the
  /// Toolfile applies. A cooldown of zero requires no age, so it also admits files without a date.
  /// The machine's policy can require a longer cooldown, which excludes such files.
  func query(
    for declared: DeclaredTool, as tool: SourcedTool, requirements: [Located<Requirement>]
  ) throws(SourceError) -> SourceQuery {
    let age = minimumAge(of: declared)
    let preference = preference(for: tool.name)
    let targets = declared.platforms ?? project.platforms
    let origins = try SourceQuery.origins(of: declared, in: sources) { request in
      request.targets = Platform.allCases.filter(targets.contains)
      request.ruby = ruby
      request.cutoff = age?.cutoff
      request.previous = previous[tool]?.applied(to: request.declared)
      request.countsFromPrevious = preference.level != .major
      request.requirements = requirements.map(\.value)
      request.possibleRequirements = definitions.mapValues { $0.requirements(on: tool.name) }
        .filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.flatMap(\.value)
    }
    return SourceQuery(
      tool: tool, requirements: requirements, origins: origins,
      platforms: declared.platforms ?? project.platforms,
      isStrict: project.toolfile.platforms != nil || declared.platforms != nil,
      age: age, preference: preference)
  }

  private func minimumAge(of declared: DeclaredTool) -> MinimumAge? {
    let stated = declared.cooldown?.value ?? project.toolfile.cooldown?.value
    let least = minimumCooldown?.seconds ?? 0
    let seconds = max(stated?.seconds ?? 0, least)
    if seconds == 0 { return nil }
    return MinimumAge(
      cooldown: Cooldown(seconds: seconds), now: now,
      admitsUnknown: project.toolfile.admitsUnknownAge && least == 0)
  }

  /// The version of Ruby if a file of the project states it, or `nil` if it is still to be chosen
  /// or the system's.
  private var ruby: Version? {
    let wants =
      project.request(for: .ruby)?.wants ?? [project.pinnedWant(of: .ruby)].compactMap(\.self)
    return wants.lazy.map(\.value.requirement).first(where: \.isExact).flatMap { requirement in
      requirement.clauses.first.flatMap { try? Version(parsing: $0.version, scheme: .general) }
    }
  }

  /// Returns the order in which the versions of a tool are preferred. Prereleases are admitted only
  /// for the tools to update.
  func preference(for tool: ToolName) -> UpdatePreference {
    var preference = preference
    if !update.includes(tool) { preference.admitsPrereleases = false }
    return preference
  }
}

extension ToolRequest {
  /// Returns the requirements on the tool as the solver's dependencies.
  ///
  /// - Parameters:
  ///   - scheme: The rules for the versions of the tool.
  ///   - platforms: The groups of platforms that the tool is for.
  /// - Throws: ``VersionError`` if a requirement contains a version that is invalid in `scheme`.
  func dependencies(
    in scheme: VersionScheme, platforms: Set<PlatformGroup> = []
  ) throws(VersionError) -> [Dependency<ToolUniverse>] {
    var dependencies: [Dependency<ToolUniverse>] = []
    for want in wants {
      dependencies.append(
        try want.requirement.dependency(on: sourcedTool, in: scheme, platforms: platforms))
    }
    return dependencies
  }
}

extension Located<LockedTool.Want> {
  /// The requirement of the want, with the position of the want.
  var requirement: Located<Requirement> { Located<Requirement>(value.requirement, at: origin) }
}
