internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Locking
internal import Manifests
internal import Projects
internal import Selection
internal import SourceKinds
internal import ToolSources
internal import Versions
internal import Vocabulary

/// A pin with its installation.
struct ResolvedPin: Sendable {
  /// The version as the pin spells it, which is also the name of the pin's link.
  let version: VersionText
  let installed: InstalledVersion
  /// The plan for the installation, or `nil` if the pin's link already leads to it.
  let planned: PlannedInstallation?
  /// The plans for the tools that the installation needs, such as the Ruby that runs a gem.
  var needed: [PlannedInstallation] = []
}

/// Resolves pins without a lock.
///
/// The pin's link, `installs/TOOL/VERSION`, leads to the installation of a version from the source
/// that the tool's definition names. If the link does not exist, or its installation is missing,
/// that source is queried.
struct PinResolution: Sendable {
  let root: Root
  let sources: SourceProvider
  /// Resolves the gems of gem tools.
  let locking: LockWorkflow
  /// The pins that determine which Ruby runs gems, or `nil` if none apply.
  var surroundings: PinChain?
  let observe: @Sendable (WorkflowEvent) -> Void

  /// Resolves all `pins` concurrently and returns them sorted by tool.
  ///
  /// - Parameters:
  ///   - pins: The pins to resolve.
  ///   - isForced: Whether to query the source even if a pin's link exists.
  /// - Throws: The problem of the pin whose resolution is the first to fail.
  func resolve(_ pins: [PinRequest], isForced: Bool) async throws(Problem) -> [ResolvedPin] {
    do {
      return try await withThrowingTaskGroup(of: ResolvedPin.self) { group in
        for pin in pins { group.addTask { try await resolve(pin, isForced: isForced) } }
        var resolved: [ResolvedPin] = []
        for try await resolvedPin in group { resolved.append(resolvedPin) }
        return resolved.sorted { $0.installed.tool < $1.installed.tool }
      }
    } catch {
      // The task group erases the error's type, which is always `Problem`.
      throw (error as? Problem) ?? .interrupted
    }
  }

  /// Resolves as many of `pins` as possible, and returns them with the problem of the other pins,
  /// or with `nil` if all were resolved.
  ///
  /// - Throws: ``Problem/interrupted``.
  func resolveAvailable(
    _ pins: [PinRequest], isForced: Bool
  ) async throws(Problem) -> (resolved: [ResolvedPin], problem: Problem?) {
    let results = try await concurrentResults(pins) {
      (pin) async throws(Problem) -> Result<ResolvedPin, Problem> in
      do throws(Problem) {
        return .success(try await resolve(pin, isForced: isForced))
      } catch {
        if case .interrupted = error { throw error }
        return .failure(error)
      }
    }
    var resolved: [ResolvedPin] = []
    var problems: [Problem] = []
    for result in results {
      switch result {
      case .success(let pin): resolved.append(pin)
      case .failure(let problem): problems.append(problem)
      }
    }
    return (resolved, problems.count > 1 ? .several(problems) : problems.first)
  }

  private func resolve(_ pin: PinRequest, isForced: Bool) async throws(Problem) -> ResolvedPin {
    if let version = pin.version, !isForced {
      let known = try mappingFileErrors(
        try root.defaultInstallation(of: pin.tool, version: version))
      if let known, pin.typed == nil || pin.isAnswered(by: known.version),
        root.hasInstallation(in: root.folder(of: known))
      {
        return ResolvedPin(version: version, installed: known, planned: nil)
      }
    }
    let declared = try declaration(of: pin)
    try locking.checkPolicy(permits: declared)
    let candidates = try await mappingSourceErrors { () async throws(SourceError) in
      try await self.candidates(for: pin, declared)
    }
    if let runtime = declared.source.flatMap({ sources.catalog.runtime(of: $0.name) }) {
      return try await resolveGraph(of: pin, candidates.query.requirements, runBy: runtime)
    }
    return try await resolve(pin, newest(of: pin, candidates), among: candidates)
  }

  /// Resolves the pin of a single-file tool to its newest release that can be installed here.
  private func resolve(
    _ pin: PinRequest, _ release: SourceRelease, among candidates: Candidates
  ) async throws(Problem) -> ResolvedPin {
    guard let version = VersionText(release.version.spelling) else {
      throw candidates.problem(
        .content(.noVersion(wanted: "", existing: [release.version.spelling])))
    }
    if let reason = release.yanked {
      observe(
        .notice(.publisher(.yanked(tool: pin.tool, version: version, reason: reason))))
    }
    let request = candidates.package.request(for: release)
    let declaration = request.declaration(for: release.version)
    // A pin installs a single tool. Without a lock, nothing determines the versions of other tools.
    let needs = declaration.steps.isEmpty ? [] : request.needs(of: release.version)
    if !needs.isEmpty {
      throw .build(
        BuildProblem(
          tool: pin.tool, version: version, origin: pin.origin,
          fault: .needsTools(needs.map(\.value.tool))))
    }
    try await checkPublisher(of: pin, version, request.definition(for: release.version))
    let content = try await mappingSourceErrors { () async throws(SourceError) in
      try await candidates.package.content(of: release, for: [.current])
    }
    guard let artifact = content.artifacts.first else {
      throw .system(.internalFault("\(pin.tool) \(version) has no artifact"))
    }
    let planned = PlannedInstallation(
      tool: pin.tool, version: version, declaration: declaration, artifact: artifact,
      parts: content.parts(for: .current), provides: content.executables(for: .current))
    return ResolvedPin(
      version: pin.spelling(of: version), installed: planned.installed, planned: planned)
  }

  /// Asks the source of a pinned tool for its releases.
  ///
  /// The exact version is requested even if only a prefix of it may be known, because a source that
  /// lists no versions knows no others.
  private func candidates(
    for pin: PinRequest, _ declared: DeclaredTool
  ) async throws(SourceError) -> Candidates {
    var candidates = try await Candidates(
      listing: SourceQuery(
        for: declared, pin.requirement, on: [.current], isStrict: true, in: sources,
        age: locking.minimumAge))
    let versions = candidates.package.releases.map(\.version)
    candidates.query.requirements = [pin.requirement(among: versions)]
    return candidates
  }

  /// Returns the declaration of a pinned tool, with its definition in the registries of the user or
  /// of the program.
  ///
  /// - Throws: The problems of a registry that cannot be read, or the problem that no registry
  ///   defines the tool.
  private func declaration(of pin: PinRequest) throws(Problem) -> DeclaredTool {
    let registries = try registries()
    do throws(SourceProblem) {
      guard let definition = try registries.definition(of: pin.tool) else {
        throw registries.undefined(pin.tool, at: pin.origin)
      }
      return DeclaredTool(pin.tool, origin: pin.origin).defined(by: definition)
    } catch {
      throw .sources([error])
    }
  }

  /// Returns the registries of the user and of the program.
  func registries() throws(Problem) -> Registries {
    do {
      return try .users(sources.access.settings, in: root, catalog: sources.catalog)
    } catch {
      throw Problem(error, formatPath: \.string)
    }
  }

  /// Points the link of each pin at the pin's installation, and returns the installations whose
  /// link changed. A pin that was resolved by its link changes nothing. Installing for a lock
  /// creates no such links, because a project can choose its sources.
  ///
  /// A pin may spell a version differently from its source, as `0.14` for `0.14.0`. Then both
  /// spellings become links.
  func setDefaults(_ pins: [ResolvedPin]) throws(Problem) -> [InstalledVersion] {
    var changed: [InstalledVersion] = []
    for pin in pins where pin.planned != nil {
      let installed = pin.installed
      let target = FilePath(root.folder(of: installed).lastComponent)
      try mappingFileErrors { () throws(FileError) in
        for version in Set([pin.version, installed.version]) {
          let link = root.defaultInstallation(of: installed.tool, version)
          if try link.linkTarget() == target { continue }
          try link.replaceLink(to: target)
          if !changed.contains(installed) { changed.append(installed) }
        }
      }
    }
    return changed
  }
}
