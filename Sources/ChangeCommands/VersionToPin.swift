internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import Selection
internal import SourceKinds
internal import Terminal
internal import Versions
internal import Vocabulary
internal import Workflows

/// The version that `local` and `global` write for the text that the user typed: an exact version,
/// or the beginning of one, as `24` for `24.19.0`.
struct VersionToPin {
  let session: Session
  let tool: ToolName
  /// The version as typed, or `nil` for the newest that exists, with `--install`.
  let text: String?
  /// Whether the pin is one of a folder. Otherwise, it is global.
  let isLocal: Bool
  /// The project whose Toolfile is beside the file of pins, or `nil` if there is none.
  let project: Project?

  /// Returns the version to pin: the newest installed one that matches or, with `--install`, the
  /// newest that exists, which is installed first.
  ///
  /// - Throws: ``ProjectProblem/nothingToPin(tool:version:installed:nearest:line:)`` if no
  ///   installed version matches, or the problems of an install.
  func chosen() async throws(Problem) -> PinnedVersion {
    guard let text else { return .exact(try await install(nil)) }
    guard let typed = PinnedVersion(text) else {
      throw session.badVersion(text, of: tool)
    }
    guard case .exact(let version) = typed else { return typed }
    if session.arguments.has("--install") {
      return .exact(try await install(version))
    }
    let (root, tool) = (session.root, tool)
    let (match, byDefault) = try mappingFileErrors { () throws(FileError) in
      (try root.installedVersion(of: tool, matching: text), try root.defaultVersions(of: tool))
    }
    if let match {
      if !byDefault.contains(match), !isLocked(match) { await makeDefault(match) }
      return .exact(match)
    }
    // The pin is a requirement of the lock, which the next install resolves.
    if let project { try await checkCanBeLocked(version, in: project) }
    let isExcluded = project?.toolfile[tool]?.requirement.value.excludes(typed) ?? false
    if let project, project.asks(for: tool), !isExcluded {
      session.console.report(
        .notInstalledYet(
          tool: tool.text, version: version.text, isLockOnly: false, isGlobal: false))
      return typed
    }
    throw .project(
      nothingToPin(
        text,
        try mappingFileErrors { () throws(FileError) in try root.installedVersions(of: tool) }))
  }

  /// Checks that the project could lock this exact version if its Toolfile declares the tool.
  /// Without an answer, for example offline, the next install finds out.
  ///
  /// - Throws: ``Problem`` if the version is not available, or ``Problem/interrupted``.
  private func checkCanBeLocked(
    _ version: VersionText, in project: Project
  ) async throws(Problem) {
    guard project.toolfile[tool] != nil else { return }
    // The new pin would replace the current one.
    let unpinned = project.pinning(tool, to: nil) ?? project
    let exact = EditWorkflow.Addition(NewTool(tool, Requirement(exactly: version.text)), to: nil)
    do throws(Problem) {
      let context = ChangeContext(session)
      let editing = EditWorkflow(locking: try context.locking())
      _ = try await context.progress.show { () async throws(Problem) in
        try await editing.adding([exact], to: unpinned)
      }
    } catch {
      switch error.exitCode {
      case .notAvailable, .interrupted: throw error
      default: return
      }
    }
  }

  private func nothingToPin(
    _ text: String, _ installed: [InstalledVersion]
  ) -> ProjectProblem {
    var names = installed.isEmpty ? session.installedTools(like: tool) : []
    var line: String?
    if project?.toolfile[tool] != nil {
      line = "bootstrap add \(tool)@=\(text)"
    } else if let registries = try? session.registries() {
      if ((try? registries.definition(of: tool)) ?? nil) != nil {
        line = "bootstrap \(session.command) --install \(tool) \(text)"
      } else if installed.isEmpty {
        names += nearestNames(
          to: tool.text,
          in: registries.registries.flatMap { $0.definitions() }.map(\.name.text))
      }
    }
    return .nothingToPin(
      tool: tool.text, version: text, installed: installed.distinctVersions,
      nearest: Set(names).sorted(), line: line)
  }

  /// Installs the newest version that exists, or that `typed` stands for, and returns it.
  private func install(_ typed: VersionText?) async throws(Problem) -> VersionText {
    let start = ContinuousClock.now
    var request = InstallWorkflow.Request()
    let pin = PinRequest(tool: tool, typed: typed, origin: .commandLine)
    request.pins = [pin]
    let wanted = request
    let context = ChangeContext(session)
    let installing = try context.installing()
    let report = try await context.progress.show { () async throws(Problem) in
      try await installing.install(wanted)
    }
    if !report.installed.isEmpty || !report.madeDefault.isEmpty {
      InstallCommand.say(report, time: .now - start, session.console)
    }
    guard let installed = report.pinned.first?.version else {
      throw .system(.internalFault("\(tool) was not installed"))
    }
    // The link that pins use has a whole version as typed, which the source may spell differently.
    // A build that was not typed is pinned, because the newest one changes.
    if let version = pin.version, !pin.isPrefix, !installed.isBuild(of: version) { return version }
    return installed
  }

  /// Makes a version that is installed only for a lock available to pins, if its source confirms
  /// that its contents are the same. If not, reports the command that tells why.
  private func makeDefault(_ version: VersionText) async {
    let isMadeDefault: Bool
    do throws(Problem) {
      let installing = try ChangeContext(session).installing()
      isMadeDefault = try await installing.makeDefault(
        PinRequest(tool: tool, version: version, origin: .commandLine))
    } catch {
      isMadeDefault = false
    }
    if isMadeDefault {
      session.console.report(.madeDefault(title: "\(tool) \(version)"))
    } else if let registries = try? session.registries(),
      ((try? registries.definition(of: tool)) ?? nil) == nil
    {
      session.console.report(.cannotBeDefault(tool: tool.text, version: version.text))
    } else {
      session.console.report(
        .notInstalledYet(
          tool: tool.text, version: version.text, isLockOnly: true, isGlobal: !isLocal))
    }
  }

  /// Returns whether the lock of the project selects an installation of this version that exists. A
  /// pin of the same version then runs it.
  private func isLocked(_ version: VersionText) -> Bool {
    guard isLocal, let tools = try? session.selector().folderTools() else { return false }
    return tools.locked.contains { locked in
      locked.planned.tool == tool && locked.planned.version == version
        && session.root.folder(of: locked.planned.installed).exists
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
