internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import Selection
internal import SourceKinds
internal import ToolSources

/// A search of a project's files for what needs the user's consent.
struct TrustReview: Sendable {
  let sources: SourceProvider

  /// Returns the sources of a project at addresses that are neither the user's nor in the
  /// repository.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - known: The meanings of the tools for which the Toolfile names no source, and of
  ///     those that they need, or `nil` for those that a lock would use now.
  func sourceRequests(
    of project: Project, _ known: [ToolName: AppliedDefinition]? = nil
  ) async -> FolderRequests {
    var definitions = known ?? [:]
    if known == nil { definitions = await DefinitionReview(sources).knownDefinitions(of: project) }
    let trusted = Registries.trusted(in: sources.access.root)
    var requests = FolderRequests(folder: project.folder)
    let declared = project.requests.map { request in
      definitions[request.tool].map(request.declared.defined) ?? request.declared
    }
    let names = Set(declared.map(\.name))
    let needed = definitions.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
      .map { DeclaredTool($0.key, origin: $0.value.origin).defined(by: $0.value) }
    requests.add((declared + needed).flatMap { self.requests(for: $0, besides: trusted) })
    requests.add(registryRequests(of: project).needed)
    return requests
  }

  /// Returns the sources of one tool of a project, or of a tool that the project's registries
  /// define, at addresses that are neither the user's nor in the repository.
  func sourceRequests(of tool: DeclaredTool, in project: Project) -> FolderRequests {
    var requests = FolderRequests(folder: project.folder)
    requests.add(self.requests(for: tool, besides: .trusted(in: sources.access.root)))
    return requests
  }

  private func requests(
    for tool: DeclaredTool, besides trusted: Registries
  ) -> [TrustProblem.Request] {
    guard let source = tool.source else { return [] }
    var addresses: [Located<String>] = []
    if let address = source.address, let foreign = sources.foreignAddress(address, of: source.name)
    {
      addresses.append(Located(foreign, at: source.origin))
    }
    let known = (try? trusted.definition(of: tool.name)) ?? nil
    addresses += sources.foreignAddresses(of: tool, besides: known)
    return addresses.map {
      request(.source(source.name, address: $0.value), to: $0.value, of: source.name, $0.origin)
    }
  }

  /// Returns a request for the use of `address`, with the user's secret that its server receives.
  private func request(
    _ item: TrustItem, to address: String, of source: String, _ origin: Origin?
  ) -> TrustProblem.Request {
    TrustProblem.Request(
      item, origin: origin, credential: sources.credential(sentTo: address, by: source),
      isOffline: sources.access.isOffline)
  }

  /// Returns the registries of a project that are neither in the repository nor the user's own.
  func registryRequests(of project: Project) -> FolderRequests {
    var requests = FolderRequests(folder: project.folder)
    requests.add(
      project.toolfile.registries.compactMap { reference in
        let address = reference.address
        let foreign =
          reference.isRemote
          ? Self.line(address) : sources.foreignAddress(address, of: DirectoryKind.name)
        return foreign.map {
          request(.source("registry", address: $0), to: $0, of: "registry", reference.origin)
        }
      })
    return requests
  }

  /// Returns an address without the characters that separate the fields and lines of a trust list.
  private static func line(_ address: String) -> String {
    address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
      ? address : PercentEncoding.encode(address.utf8)
  }

  /// Returns everything that the files of a folder ask for, first that of its own project, or of
  /// the nearest folder with pins, then that of other folders with pins that take effect here.
  ///
  /// - Parameters:
  ///   - tools: The tools of the folder.
  ///   - resolved: Those pins of `tools` that no lock covers. Pins without a plan are installed
  ///     already.
  ///   - selector: Finds the pins that are in effect and installed, or `nil` to leave these out.
  func requests(
    of tools: FolderTools, _ resolved: [ResolvedPin], _ selector: Selector?
  ) async throws(Problem) -> [FolderRequests] {
    var all: [FolderRequests] = []
    func add(
      _ requests: [TrustProblem.Request], of pin: SelectedPin, areNeeded: Bool
    ) throws(Problem) {
      guard let place = pin.folder, !requests.isEmpty else { return }
      let folder = try Project.consentFolder(of: place, sources.access.environment)
      let index = all.firstIndex { $0.folder == folder }
      // The nearest pins come first, so a later one of the same project is in effect there too.
      if index == nil { all.append(FolderRequests(folder: folder, directory: place)) }
      all[index ?? all.count - 1].add(requests, areNeeded: areNeeded)
    }
    let chain = try selector?.pinChain()
    if let project = tools.project {
      var own = await sourceRequests(of: project)
      // The whole lock counts, whichever groups an install includes, so that the list and its
      // digest do not depend on them.
      own.add(
        requests(of: tools.locked.map(\.planned)) { tool in
          project.lock?.origin(of: tool.text, in: project.lockName)
        })
      all.append(own)
    } else if let selector, let chain, let folder = try selector.consentFolder(chain) {
      all.append(FolderRequests(folder: folder))
    }
    let ownPins = tools.pins.filter(\.isInFile)
    for pin in ownPins {
      let planned = resolved.filter { $0.installed.tool == pin.tool }.compactMap(\.planned)
      try add(requests(of: planned) { _ in pin.origin }, of: pin, areNeeded: true)
    }
    guard let selector, let chain else { return all }
    for pin in chain.pinsOfFiles {
      // The project's own lock is listed as a whole.
      if pin.id != nil, pin.folder == tools.project?.folder { continue }
      try add(
        selector.requests(of: pin), of: pin,
        areNeeded: ownPins.contains { $0.tool == pin.tool && $0.folder == pin.folder })
    }
    return all
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
    let guarded = GuardedExecutables(
      sources.access.environment, .trusted(in: sources.access.root))
    return installations.flatMap { planned -> [TrustProblem.Request] in
      let outside = planned.files.flatMap(\.urls).filter {
        !sources.serves(
          $0, of: planned.version, on: planned.artifact.platform, for: planned.declaration)
      }
      return outside.map {
        request(
          .artifact(tool: planned.tool.text, address: $0.text), to: $0.text,
          of: planned.declaration.source, origin(planned.tool))
      }
        + guarded.requests(
          for: planned.provides, of: planned.tool, planned.declaration, origin: origin(planned.tool)
        )
    }
  }
}
