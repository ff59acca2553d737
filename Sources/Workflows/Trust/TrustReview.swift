internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Locking
internal import Manifests
internal import Projects
internal import Selection
internal import SourceKinds
internal import ToolSources
internal import Trust
internal import Vocabulary

/// A search of a project's files for what needs the user's consent.
struct TrustReview: Sendable {
  private let sources: SourceProvider
  private let guarded: GuardedExecutables

  /// Creates a review of the files that apply to `folder`.
  init(_ sources: SourceProvider, in folder: FilePath) {
    self.sources = sources
    guarded = GuardedExecutables(
      sources.access.environment, sources.access.root, for: folder, areMany: true)
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
      all.append(try await requests(of: project, tools))
    } else if let selector, let chain, let folder = try selector.consentFolder(chain) {
      all.append(FolderRequests(folder: folder))
    }
    let ownPins = tools.pins.filter(\.isInFile)
    for pin in ownPins { try add(requests(of: pin, resolved), of: pin, areNeeded: true) }
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

  /// Returns everything that a project asks for, for an install and for the setup of a machine.
  private func requests(
    of project: Project, _ tools: FolderTools
  ) async throws(Problem) -> FolderRequests {
    let definitions = await DefinitionReview(sources).knownDefinitions(of: project)
    var own = try sources.requests(of: project, definitions)
    // The whole lock counts, whichever groups an install includes, so that the list and its
    // digest do not depend on them.
    own.add(requests(of: tools.locked.map(\.planned), in: project))
    own.cover(project.lock?.tools.flatMap(guarded.items) ?? [])
    own.cover(project.lock?.tools.flatMap(sources.codeItems) ?? [])
    // An install passes over these, but the list is the same for `setup`.
    let setup = sources.setupRequests(of: project, definitions)
    own.add(setup.needed(for: project.folder).needed, areNeeded: false)
    own.cover(setup.all.map(\.item))
    return own
  }

  /// Returns the requests for consent to install the version that a pin selects.
  private func requests(
    of pin: SelectedPin, _ resolved: [ResolvedPin]
  ) -> [TrustProblem.Request] {
    let planned = resolved.filter { $0.installed.tool == pin.tool }.compactMap(\.planned)
    return planned.flatMap { planned in
      sources.requests(of: planned, pin.origin)
        + guarded.requests(
          for: planned.provides, of: planned.tool, planned.declaration, origin: pin.origin)
    }
  }

  /// Returns requests for artifacts that their sources do not serve, and for executables that hide
  /// programs or have reserved names.
  private func requests(
    of installations: [PlannedInstallation], in project: Project
  ) -> [TrustProblem.Request] {
    installations.flatMap { planned -> [TrustProblem.Request] in
      let origin = project.lock?.origin(of: planned.tool, in: project.lockName)
      let tool = project.lock?[planned.tool]
      return sources.requests(of: planned, origin)
        + (tool.map { guarded.requests(of: $0, for: .current, origin: origin) } ?? [])
    }
  }
}
