internal import Diagnostics
internal import Layout
internal import Locking
internal import Manifests
internal import Projects
internal import Selection
internal import SourceKinds
internal import ToolSources
internal import Versions
internal import Vocabulary

// Pins of tools that consist of several packages and need another tool to run them, such as gems.
extension PinResolution {
  /// Resolves a pin, all packages that the tool needs, and the tool that runs them, in the same way
  /// as a lock that contains only this tool.
  ///
  /// The folder's pins determine the version of the tool that runs the packages, which may be the
  /// system's. If no pin names that tool, its newest version that all packages accept is also
  /// installed.
  ///
  /// - Throws: ``LockProblem/conflict(_:)`` if no versions meet all requirements, or the problems
  ///   of the sources.
  func resolveGraph(
    of pin: PinRequest, _ requirements: [Located<Requirement>], runBy runtime: ToolName
  ) async throws(Problem) -> ResolvedPin {
    let project = try project(for: pin, requirements.first ?? pin.requirement, runBy: runtime)
    let lock = try await locking.lock(of: project, definedBy: registries())
    let installations = lock.tools.compactMap { PlannedInstallation($0, for: .current) }
    guard let planned = installations.first(where: { $0.tool == pin.tool }) else {
      throw .system(.internalFault("\(pin.tool) was not chosen"))
    }
    return ResolvedPin(
      version: pin.spelling(of: planned.version),
      installed: planned.installed, planned: planned,
      needed: installations.filter { $0.tool != pin.tool })
  }

  /// Returns an in-memory project that requests the pinned tool and the pinned version of the tool
  /// that runs it.
  private func project(
    for pin: PinRequest, _ requirement: Located<Requirement>, runBy runtime: ToolName
  ) throws(Problem) -> Project {
    var requests = [(tool: pin.tool, requirement: requirement)]
    let pinned = try surroundings?.pins().first { $0.tool == runtime }
    let path = pin.origin.path ?? "\(pin.origin)"
    var pins: ToolVersionFile?
    do throws(SyntaxProblems) {
      switch pinned?.version {
      case .exact(let version):
        let exact = Requirement(exactly: version.text)
        requests.append((runtime, Located(exact, at: pinned?.origin ?? pin.origin)))
      case .system:
        pins = ToolVersionFile(path: pinned?.origin.path ?? ToolVersionFile.name)
        try pins?.pin(runtime, to: .system)
      case nil: break
      }
      return Project(
        folder: root.path,
        toolfile: try Toolfile(requesting: requests, for: [.current], path: path), pins: pins,
        lock: nil, catalog: sources.catalog)
    } catch {
      throw .syntax(error)
    }
  }
}
