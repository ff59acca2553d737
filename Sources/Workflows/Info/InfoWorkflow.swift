package import Diagnostics
internal import Filesystem
package import Inventory
internal import Layout
internal import Locking
internal import Manifests
internal import Projects
package import Selection
internal import SourceKinds
package import ToolSources
package import Trust
internal import Versions
package import Vocabulary

/// Finds out what a tool is in a folder: where it comes from, its versions, and what would be
/// installed.
package struct InfoWorkflow: Sendable {
  /// The number of newest versions.
  private static let versionCount = 5

  let sources: SourceProvider
  let trust: TrustGate
  /// The time at which cooldowns are measured.
  private let now: ReleaseTime
  private let inventorySource: InventorySource

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - sources: Opens the sources of tools.
  ///   - trust: Checks that the user has accepted the sources of a project.
  ///   - now: The time at which cooldowns are measured.
  ///   - source: Opens the inventory of the root.
  package init(
    sources: SourceProvider, trust: TrustGate, now: ReleaseTime,
    inventory source: InventorySource = .store
  ) {
    self.sources = sources
    self.trust = trust
    self.now = now
    inventorySource = source
  }

  /// Returns the facts about a tool in the folder of `selector`. Queries the tool's source, with a
  /// single request if possible. If the source does not answer, returns the other facts.
  ///
  /// - Throws: ``Problem/sources(_:)`` if no registry defines the tool, ``Problem/trust(_:)`` if
  ///   the user has not accepted its source, or ``Problem`` if a file of the project cannot be
  ///   read.
  package func info(of tool: ToolName, for selector: Selector) async throws(Problem) -> ToolInfo {
    let project = try selector.folderTools().project
    let meaning = try await ToolMeaning.search(
      for: tool, in: project, sources, trust: trust)
    let pin = pin(of: tool, project, selector)
    let locked = project?.lock?[tool]
    var info = ToolInfo(meaning, locked)
    info.locked?.origin = project.flatMap { $0.lock?.origin(of: tool, in: $0.lockName) }
    info.publisher = locked?.knownPublisher(isProven: isProven(locked, in: project))
    info.gems = locked.flatMap { gems(of: $0, project?.lock) }
    info.pin = pin.map { .init(version: $0.version.description, origin: $0.origin.withoutColumn) }
    info.installations = try await installations(tool, meaning)
    info.otherPlatforms = pin == nil ? project?.otherPlatforms(of: tool) : nil
    info.isCovered =
      (project?.lock?.platforms ?? project?.platforms)?.contains(.current) ?? true
    if pin == nil, let locked, let artifact = locked.artifact(for: .current) {
      info.offer = .init(
        version: locked.version.text, platform: .current, file: .init(artifact, of: locked),
        steps: locked.declaration.steps)
    }
    do {
      try await ask(meaning, pin, project, &info)
    } catch {
      if case .interrupted = error { throw error }
      if case .sources(let problems) = error, case .answer(.offline)? = problems.first?.fault {
        return info
      }
      info.problem = error
    }
    return info
  }

  /// Returns whether the publisher of a locked tool was proved on this machine.
  private func isProven(_ tool: LockedTool?, in project: Project?) -> Bool {
    guard let tool, let project else { return false }
    let proven = try? ProvenArtifacts(of: project, in: sources.access.root)
    return proven?.contains(tool, on: .current) ?? false
  }

  /// Returns a summary of the gems of a locked tool, or `nil` if the tool is not a gem.
  private func gems(of tool: LockedTool, _ lock: Lockfile?) -> ToolInfo.GemSummary? {
    guard let runtime = sources.catalog.runtime(of: tool.declaration.source) else { return nil }
    let need = tool.needs.first { $0.tool == runtime }
    return .init(
      count: tool.gems.count, extensions: tool.extensions.map(\.text),
      runtime: lock?[runtime].map { "\(runtime) \($0.version)" } ?? "\(runtime) from the system",
      requirement: need.map { $0.requirement.description } ?? "")
  }

  /// Returns the pin that is in effect instead of the lock, or `nil` if there is none.
  ///
  /// A file that cannot be read is reported by the commands that need it.
  func pin(
    of tool: ToolName, _ project: Project?, _ selector: Selector
  ) -> SelectedPin? {
    guard let chain = try? selector.pinChain() else { return nil }
    if let pin = (try? chain.variablePin(of: tool)) ?? nil { return pin }
    if let pin = chain.pinsOfFiles.first(where: { $0.tool == tool }) {
      return pin.place == .lock ? nil : pin
    }
    // A tool of the Toolfile needs a lock, whatever is pinned for other folders.
    return project?.toolfile[tool] == nil ? chain.global.pins.first { $0.tool == tool } : nil
  }

  /// Returns the installations of a tool, newest version first.
  private func installations(
    _ tool: ToolName, _ meaning: ToolMeaning
  ) async throws(Problem) -> [ToolInfo.Installation] {
    let root = sources.access.root
    // A build for another path, as in a copied root, does not count.
    let found = try mappingFileErrors(try root.installedVersions(of: tool))
      .filter { root.hasInstallation(in: root.folder(of: $0)) }
    if found.isEmpty { return [] }
    let inventory = try await inventorySource.openIfPresent(root)
    let scheme = meaning.scheme(in: sources.catalog)
    var versions: [(installation: ToolInfo.Installation, version: Version?)] = []
    for installed in found {
      let installation = ToolInfo.Installation(
        version: installed.version.text, folder: root.folder(of: installed).string,
        size: try inventory?.installations.value(installed)?.size,
        projects: try inventory?.projects.users(of: installed).map(\.string) ?? [])
      versions.append(
        (installation, try? Version(parsing: installed.version.text, scheme: scheme)))
    }
    return versions.sorted { left, right in
      guard let first = left.version, let second = right.version, first != second else {
        return left.installation.folder > right.installation.folder
      }
      return first > second
    }.map(\.installation)
  }

  /// Asks the source for the newest versions, and for what would be installed.
  private func ask(
    _ meaning: ToolMeaning, _ pin: SelectedPin?, _ project: Project?, _ info: inout ToolInfo
  ) async throws(Problem) {
    let query = try query(meaning, pin, project)
    let candidates = try await mappingSourceErrors { () async throws(SourceError) in
      try await Candidates(listing: query)
    }
    let yanked = { (version: String?) in
      candidates.package.releases.first { $0.version.spelling == version }?.yanked
    }
    let (lockedVersion, pinnedVersion) = (info.locked?.version, info.pin?.version)
    info.locked?.yanked = yanked(lockedVersion)
    info.pin?.yanked = yanked(pinnedVersion)
    let usable = candidates.package.releases.filter { $0.isInstallable && $0.yanked == nil }
    let stable = usable.filter { !Candidates.isPrerelease($0) }
    info.newest = (stable.isEmpty ? usable : stable).prefix(Self.versionCount).map {
      .init(version: $0.version.spelling, released: $0.released)
    }
    if let offer = info.offer {
      // The address of a locked file need not end with the name that the source gives it.
      let release = usable.first { $0.version.spelling == offer.version }
      let file = release.flatMap { candidates.package.file(of: $0, for: offer.platform) }
      if let file, file.digest == offer.file.digest { info.offer?.file.name = file.name }
      return
    }
    if pin?.version == .system || info.otherPlatforms != nil { return }
    let release = try candidates.newest(for: [.current])
    let request = candidates.package.request(for: release)
    info.offer = candidates.package.file(of: release, for: .current).map {
      .init(
        version: release.version.spelling, platform: .current, file: $0,
        steps: request.declaration(for: release.version).steps)
    }
  }

  private func query(
    _ meaning: ToolMeaning, _ pin: SelectedPin?, _ project: Project?
  ) throws(Problem) -> SourceQuery {
    if pin == nil, let project, let request = project.request(for: meaning.declared.name),
      let query = try SourceQuery(
        for: request, of: project, meaning.applied, in: sources, now: now)
    {
      return query
    }
    var requirement = Requirement.any
    if let pin, case .exact(let version) = pin.version {
      requirement = Requirement(exactly: version.text)
    }
    do {
      return try SourceQuery(
        for: meaning.declared, Located(requirement, at: pin?.origin ?? .commandLine),
        on: [.current], isStrict: true, in: sources)
    } catch {
      throw Problem(error)
    }
  }
}

extension ToolInfo {
  /// Creates what the meaning and the stanza of a tool say. `locked` is `nil` if the lock does not
  /// contain the tool.
  fileprivate init(_ meaning: ToolMeaning, _ locked: LockedTool?) {
    self.init(
      meaning.declared.name, definedBy: meaning.definer, at: meaning.origin,
      source: meaning.declared.source?.name ?? "",
      package: locked?.declaration[LockedDeclaration.packageKey]
        ?? meaning.declared.package?.value ?? meaning.declared.name.text)
    summary = meaning.definition?.summary
    home = meaning.definition?.home
    aliases = meaning.definition?.aliases ?? []
    executables = locked?.provides.map(\.name) ?? meaning.executables
    self.locked = locked.map { .init(version: $0.version.text, origin: nil) }
  }
}

extension Project {
  /// Returns the platforms for which the project wants a tool, or `nil` if this machine's is one of
  /// them, or if the project neither declares nor locks the tool.
  fileprivate func otherPlatforms(of tool: ToolName) -> [Platform]? {
    let wanted =
      toolfile[tool].map { $0.platforms ?? platforms } ?? lock?[tool]?.artifacts.map(\.platform)
    guard let wanted, !wanted.contains(.current) else { return nil }
    return wanted
  }
}

extension OfferedFile {
  /// Creates the file that a lock names.
  fileprivate init(_ artifact: Artifact, of tool: LockedTool) {
    let name = artifact.urls.first?.text.split(separator: "/").last.map(String.init)
    self.init(
      name: name ?? "", size: artifact.size,
      digest: artifact.digest, isFirstDownload: tool.isTrustedOnFirstUse)
  }
}
