package import Diagnostics
internal import Filesystem
package import Layout
internal import Manifests
package import Projects
internal import SourceKinds
internal import Trust
package import Vocabulary

extension Selector {
  /// Returns the pin of a variable for a tool that was never installed and that provides
  /// `executable`: it has this name, or a definition says so. Returns `nil` if there is none.
  ///
  /// - Throws: ``SelectionProblem/variable(name:value:)`` if the value is not a version.
  func uninstalledPin(
    of executable: ExecutableName, _ chain: PinChain
  ) throws(Problem) -> SelectedPin? {
    let known = Set(
      (chain.installedTools + chain.directories.flatMap(\.providers)).map(\.environmentVariable))
    for variable in chain.variables.keys.sorted() where !known.contains(variable) {
      if let own = ToolName(executable.text), own.environmentVariable == variable {
        return try chain.variablePin(of: own)
      }
      let names = Set(["-", "_"].map { PinVariable.toolName(of: variable, separator: $0) })
      let registries = Registries.trusted(in: root)
      for tool in names.sorted().compactMap({ ToolName($0) }) {
        let lists = registries.entry(of: tool)?.definition.executables.map(\.value) ?? []
        if lists.joined().contains(where: { $0.name == executable }) {
          return try chain.variablePin(of: tool)
        }
      }
    }
    return nil
  }

  /// Returns the problem with a pin that is not installed, which lists the installed versions of
  /// the tool, or the problem with a folder that this process may not enter.
  package func notInstalled(_ pin: SelectedPin) -> Problem {
    do { try pin.checkIsReachable(in: root) } catch { return Problem(error) }
    let installed = (try? root.runnableVersions(of: pin.tool)) ?? []
    let versions = installed.map(\.version)
    var report = pin.report
    report.aliasOf = installed.isEmpty ? pin.alias(in: root) : nil
    // A version that is installed only for a lock may come from a source that only the project
    // names.
    report.isInstallable =
      pin.id != nil || Registries.trusted(in: root).entry(of: pin.tool) != nil
      || (try? root.defaultVersions(of: pin.tool).isEmpty) == false
    report.isInProject = isBesideDeclaration(pin)
    let groups = optionalGroups(of: pin)
    let problem = SelectionProblem.notInstalled(
      report, directory: pin.folder.map(formatPath), installed: versions.uniqued(),
      isOtherContent: pin.id != nil && versions.contains { pin.version == .exact($0) },
      isLockOnly: pin.isInstalledOnlyForLock(in: root), groups: groups,
      leftOut: pin.folder.flatMap { leftOut(groups, in: $0) })
    return .selection(problem)
  }

  /// Returns the first of `groups` that the user's choice for a project leaves out, or `nil` if
  /// there is none.
  private func leftOut(_ groups: [GroupName], in project: FilePath) -> LeftOutGroup? {
    var choice = groupChoice(for: project)
    guard let origin = choice.origin,
      let group = groups.first(where: { choice.without.contains($0.text) })
    else { return nil }
    choice.without.remove(group.text)
    return LeftOutGroup(group, origin: origin, remainder: choice.words)
  }

  /// Returns whether a pin is beside a Toolfile that declares the tool, so that the project's lock
  /// follows the pin.
  private func isBesideDeclaration(_ pin: SelectedPin) -> Bool {
    guard pin.place == .toolVersionFile, let folder = pin.folder else { return false }
    let path = folder.appending(Toolfile.name)
    let toolfile = try? Toolfile.readDespiteMerge(at: path, named: formatPath(path), in: files)
    return toolfile?[pin.tool] != nil
  }

  /// Returns the groups that an install leaves out and with which it would include a locked tool.
  /// Requesting any one of them is enough: they are the tool's own groups, and those of tools that
  /// need it. Empty if an install includes the tool without a request.
  package func optionalGroups(of pin: SelectedPin) -> [GroupName] {
    guard pin.id != nil, let folder = pin.folder,
      let project = try? Project.load(
        folder, despiteMergeOn: platform, groups: groupChoice(for: folder), in: files, environment,
        formatPath: formatPath),
      let lock = project.lock,
      !project.wanted(of: lock).contains(pin.tool)
    else { return [] }
    return project.toolfile.tools.filter { !project.isWanted($0.name, with: []) }
      .flatMap(\.groups).uniqued()
      .filter { project.wanted(of: lock, with: [$0.text]).contains(pin.tool) }
  }

  /// Returns the missing tools of the project that `install-on-exec` does not install, because only
  /// the project chose their sources.
  ///
  /// - Parameter groups: The groups that a command chooses.
  /// - Throws: ``Problem`` if a file of the project cannot be read.
  package func toolsOnRequestOnly(with groups: GroupChoice) throws(Problem) -> [ToolName] {
    let tools = try folderTools(with: groups)
    guard let project = tools.project else { return [] }
    let folder = try Project.consentFolder(of: project.folder, environment)
    let guarded = guarded(areMany: true)
    return tools.wanted.filter { planned in
      guard (try? planned.exists(in: root)) == false, let tool = project.lock?[planned.tool]
      else { return false }
      return !trust.permitsOnDemand(tool, of: folder, guarded)
    }.map(\.tool)
  }

  /// Returns the tools that provide `executable`, each with the installed versions that provide
  /// it. Unreadable folders are skipped, because the result only adds detail to a message.
  func installedProviders(of executable: ExecutableName) -> [SelectionProblem.Provider] {
    let tools = (try? providers(of: executable)) ?? []
    return tools.compactMap { tool in
      let versions = ((try? root.runnableVersions(of: tool)) ?? [])
        .filter { ((try? root.programPath(executable, of: $0)) ?? nil) != nil }
        .map(\.version)
      if versions.isEmpty { return nil }
      let byDefault = (try? root.defaultVersions(of: tool)) ?? []
      return SelectionProblem.Provider(
        tool: tool, versions: versions.uniqued(),
        isLockOnly: Set(byDefault).isDisjoint(with: versions)
          && Registries.trusted(in: root).entry(of: tool) == nil)
    }
  }
}

extension SelectedPin {
  /// Returns the tool of which the name is an alias, or `nil` if it is none, or a lock defines it.
  package func alias(in root: Root) -> ToolName? {
    id == nil ? Registries.trusted(in: root).tool(withAlias: tool) : nil
  }
}

extension Array where Element: Hashable {
  /// Returns the elements without duplicates, in order of first occurrence.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
