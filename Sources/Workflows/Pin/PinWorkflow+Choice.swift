package import Diagnostics
internal import Filesystem
internal import Layout
package import Locking
internal import Manifests
internal import Projects
internal import Selection
package import SourceKinds
internal import TextSearch
internal import Versions
package import Vocabulary

// Which version `local` and `global` pin. The user types a version or its first numbers: `24` for
// `24.19.0`.
extension PinWorkflow {
  /// The parts that only some choices need. Each function creates one.
  package struct Services: Sendable {
    let locking: @Sendable () throws(Problem) -> LockWorkflow
    let installing: @Sendable () throws(Problem) -> InstallWorkflow
    /// Reads the registries that define tools for pins.
    let registries: @Sendable () throws(Problem) -> Registries

    /// Creates the services.
    package init(
      locking: @escaping @Sendable () throws(Problem) -> LockWorkflow,
      installing: @escaping @Sendable () throws(Problem) -> InstallWorkflow,
      registries: @escaping @Sendable () throws(Problem) -> Registries
    ) {
      self.locking = locking
      self.installing = installing
      self.registries = registries
    }
  }

  /// Chooses the version to pin: the newest installed version that matches, or, if `isInstalling`
  /// is true, the newest version that exists. That one is installed first.
  ///
  /// - Parameters:
  ///   - tool: The tool to pin.
  ///   - typed: What the user typed, or `nil` for the newest version.
  ///   - isInstalling: Whether to install the version.
  ///   - services: The workflows that lock and install, and the registries.
  /// - Throws: ``PinProblem/nothingToPin(tool:version:installed:nearest:line:)`` if no
  ///   installed version matches, or the problems of the install.
  package func choice(
    of tool: ToolName, typed: TypedPin?, isInstalling: Bool,
    _ services: Services
  ) async throws(Problem) -> ChosenPin {
    let project = try projectBeside()
    func choice(
      _ version: PinnedVersion, _ report: InstallWorkflow.Report? = nil
    ) -> ChosenPin {
      ChosenPin(tool: tool, version: version, project: project, report: report)
    }
    var wanted: TypedVersion?
    switch typed {
    case .system: return choice(.system)
    case .version(let version): wanted = version
    case nil: break
    }
    guard let wanted, !isInstalling else {
      let (version, report) = try await install(tool, wanted, services)
      return choice(.exact(version), report)
    }
    let root = selector.root
    let (match, byDefault) = try mappingFileErrors { () throws(FileError) in
      (
        try root.installedVersion(of: tool, matching: wanted.text, isExact: wanted.isExact),
        try root.defaultVersions(of: tool)
      )
    }
    if let match {
      if !byDefault.contains(match), !isLocked(tool, match) {
        await makeDefault(tool, match, services)
      }
      return choice(.exact(match))
    }
    try await checkCanBePinned(tool, wanted, project, services)
    return choice(.exact(wanted.version))
  }

  /// Checks that a version that is not installed can be pinned. The pin becomes a requirement of
  /// the project's lock, so the next install must be able to resolve it.
  private func checkCanBePinned(
    _ tool: ToolName, _ typed: TypedVersion, _ project: Project?, _ services: Services
  ) async throws(Problem) {
    let version = typed.version
    if let project { try await checkCanBeLocked(tool, version, in: project, services) }
    let isExcluded = project?.toolfile[tool]?.requirement.value.excludes(.exact(version)) ?? false
    if let project, project.asks(for: tool), !isExcluded {
      observe(
        .pin(
          .notInstalledYet(
            tool: tool, version: version, isLockOnly: false, isGlobal: false,
            uncovered: project.platforms.contains(selector.platform) ? nil : selector.platform)))
      return
    }
    let root = selector.root
    let installed = try mappingFileErrors(try root.installedVersions(of: tool))
    throw .project(.pin(nothingToPin(tool, typed, installed, project, services)))
  }

  /// If the Toolfile declares the tool, checks that the project could lock this exact version.
  /// Without an answer, for example offline, the next install finds out.
  ///
  /// - Throws: ``Problem`` if the version is not available, or ``Problem/interrupted``.
  private func checkCanBeLocked(
    _ tool: ToolName, _ version: VersionText, in project: Project, _ services: Services
  ) async throws(Problem) {
    guard project.toolfile[tool] != nil else { return }
    // The new pin would replace the current one.
    let unpinned = project.pinning(tool, to: nil) ?? project
    let exact = EditWorkflow.Addition(NewTool(tool, Requirement(exactly: version.text)), to: nil)
    do {
      _ = try await EditWorkflow(locking: try services.locking()).adding([exact], to: unpinned)
    } catch {
      switch error.exitCode {
      case .notAvailable, .interrupted: throw error
      default: return
      }
    }
  }

  private func nothingToPin(
    _ tool: ToolName, _ typed: TypedVersion, _ installed: [InstalledVersion],
    _ project: Project?, _ services: Services
  ) -> PinProblem {
    let text = typed.text
    var names = installed.isEmpty ? installedTools(like: tool) : []
    var line: String?
    if project?.toolfile[tool] != nil {
      line = "bootstrap add \(tool)@=\(text)"
    } else if let registries = try? services.registries() {
      if ((try? registries.definition(of: tool)) ?? nil) != nil {
        let command = isLocal ? "local" : "global"
        line = "bootstrap \(command) --install \(tool) \(typed.isExact ? "=" : "")\(text)"
      } else if installed.isEmpty {
        names += nearestNames(
          to: tool.text,
          in: registries.registries.flatMap { $0.definitions() }.map(\.name))
      }
    }
    return .nothingToPin(
      tool: tool, version: text, installed: installed.distinctVersions,
      nearest: Set(names).sorted(), line: line)
  }

  /// Returns the installed tools with names similar to that of `tool`.
  private func installedTools(like tool: ToolName) -> [ToolName] {
    let others = ((try? selector.root.installedVersions()) ?? []).map(\.tool)
    return nearestNames(to: tool.text, in: Set(others).sorted())
  }

  /// Installs `typed`, or the newest version if it is `nil`, and returns the installed version.
  private func install(
    _ tool: ToolName, _ typed: TypedVersion?, _ services: Services
  ) async throws(Problem) -> (version: VersionText, report: InstallWorkflow.Report) {
    let pin = PinRequest(tool: tool, typed: typed, origin: .commandLine)
    var request = InstallWorkflow.Request()
    request.pins = [pin]
    request.surroundings = try? selector.pinChain()
    let report = try await services.installing().install(request)
    guard let installed = report.pinned.first?.version else {
      throw .system(.internalFault("\(tool) was not installed"))
    }
    // The link that pins use has a whole version as typed, which the source may spell differently.
    // A build that was not typed is pinned, because the newest one changes.
    if let version = pin.version, installed.isBuild(of: version) { return (installed, report) }
    return (pin.spelling(of: installed), report)
  }

  /// Makes a version that is installed only for a lock available to pins, if its source confirms
  /// that its contents are the same. If not, reports the command that tells why.
  private func makeDefault(
    _ tool: ToolName, _ version: VersionText, _ services: Services
  ) async {
    let isMadeDefault: Bool
    do {
      isMadeDefault = try await services.installing().makeDefault(
        PinRequest(tool: tool, version: version, origin: .commandLine),
        among: try? selector.pinChain())
    } catch {
      isMadeDefault = false
    }
    if isMadeDefault {
      observe(.install(.madeDefault(title: "\(tool) \(version)")))
    } else if let registries = try? services.registries(),
      ((try? registries.definition(of: tool)) ?? nil) == nil
    {
      observe(.pin(.cannotBeDefault(tool: tool, version: version)))
    } else {
      observe(
        .pin(
          .notInstalledYet(
            tool: tool, version: version, isLockOnly: true, isGlobal: !isLocal)))
    }
  }

  /// Returns whether the lock of the project selects an installation of this version that exists. A
  /// pin of the same version then runs it.
  private func isLocked(_ tool: ToolName, _ version: VersionText) -> Bool {
    guard isLocal, let tools = try? selector.folderTools() else { return false }
    return tools.locked.contains { locked in
      locked.planned.tool == tool && locked.planned.version == version
        && selector.root.folder(of: locked.planned.installed).exists
    }
  }
}

extension Project {
  /// Returns whether the Toolfile or the lock names the tool, or may do so without a lock.
  fileprivate func asks(for tool: ToolName) -> Bool {
    guard let lock else { return true }
    return toolfile[tool] != nil || lock[tool] != nil
  }
}

extension Requirement {
  /// Returns whether no scheme of versions lets the requirement admit a pinned version. `system`
  /// and what is no version in any scheme are not excluded.
  func excludes(_ pinned: PinnedVersion) -> Bool {
    guard case .exact(let text) = pinned else { return false }
    let answers = VersionScheme.allCases.compactMap { scheme in
      (try? Version(parsing: text.text, scheme: scheme)).flatMap {
        try? versions(in: scheme).contains($0)
      }
    }
    return !answers.isEmpty && !answers.contains(true)
  }
}
