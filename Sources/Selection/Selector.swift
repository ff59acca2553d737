package import Diagnostics
package import Filesystem
package import Layout
package import Manifests
internal import Projects

/// Tells which version of a tool runs in a directory, and what the directory asks for: reads what ``PinChain`` and
/// ``FolderTools`` decide on, and finds the programs.
package struct Selector: Sendable {
  package let root: Root
  package let environment: Environment
  package let platform: Platform
  /// A path as messages name it.
  package let display: @Sendable (FilePath) -> String
  /// The one that it stands in, without links, and those above it.
  private let directories: [FilePath]

  package var directory: FilePath { directories[0] }

  /// - Parameters:
  ///   - directory: where the search begins. Links in it are resolved: what pins a version is where the directory is, not how one came
  ///     there, and `PWD` is not asked.
  ///   - display: a path as messages name it.
  package init(
    root: Root, environment: Environment, directory: FilePath, platform: Platform = .current,
    display: @escaping @Sendable (FilePath) -> String
  ) throws(Problem) {
    self.root = root
    self.environment = environment
    self.platform = platform
    self.display = display
    do throws(FileError) {
      directories = try directory.resolvingLinks().selfAndAncestors
    } catch {
      throw error.isMissing ? .selection(.noWorkingDirectory) : Problem(error)
    }
  }

  /// Everything that pins tools here, or as much of it as `extent` says.
  package func chain(_ extent: PinChain.Extent = .everything(nil)) throws(Problem) -> PinChain {
    let reader = PinChainReader(
      root: root, environment: environment, platform: platform, display: display, extent: extent)
    let directories = directories
    return try onDisk { () throws(FileError) in try reader.chain(directories) }
  }

  /// What the folder asks for, with its project.
  ///
  /// - Parameter groups: optional groups to take as well.
  package func folderTools(
    _ chain: PinChain? = nil, with groups: Set<String> = []
  ) throws(Problem) -> FolderTools {
    var project: Project?
    if let folder = try Project.folder(above: directories[0]) {
      project = try Project.load(folder, display: display)
    }
    let read = if let chain { chain } else { try self.chain(.pinFiles) }
    return try FolderTools(project, read, with: groups, for: platform)
  }

  /// The program that `executable` means here.
  package func program(of executable: ExecutableName) throws(Problem) -> SelectedProgram {
    let installed = try providers(of: executable)
    return try program(
      of: executable, try chain(.answer(executable, installed: installed)), installed)
  }

  /// The same, in a chain that was read for the executable.
  package func program(
    of executable: ExecutableName, _ chain: PinChain
  ) throws(Problem) -> SelectedProgram {
    try program(of: executable, chain, try providers(of: executable))
  }

  private func program(
    of executable: ExecutableName, _ chain: PinChain, _ installed: [ToolName]
  ) throws(Problem) -> SelectedProgram {
    let pins = try chain.pins(ofProviders: installed)
    guard let pin = pins.first else { return try systemProgram(executable, pin: nil, chain) }
    if pins.count > 1 {
      throw .selection(.tie(executable: executable.text, pins.map(\.report)))
    }
    guard case .exact = pin.version else { return try systemProgram(executable, pin: pin, chain) }
    return .installed(path: try program(executable, of: pin), pin: pin)
  }

  /// The `bin` folders of all tools that are pinned, for the front of `PATH`.
  ///
  /// - Throws: `notInstalled` for a tool that the folder cannot do without: what runs in turn would find the system's instead.
  package func bins(_ chain: PinChain) throws(Problem) -> [FilePath] {
    var bins: [FilePath] = []
    var tools: FolderTools?
    for pin in try chain.pins() {
      guard let installation = pin.installation(in: root) else { continue }
      if pin.isInstalled(in: root) {
        bins.append(installation.appending("bin"))
        continue
      }
      // Read only where something is missing: this path runs a thousand times a day.
      let asked = if let tools { tools } else { try folderTools(chain) }
      tools = asked
      if asked.asks(for: pin) { throw .selection(notInstalled(pin)) }
    }
    return bins
  }

  /// The tools that an installation provides `executable` for, by its route.
  private func providers(of executable: ExecutableName) throws(Problem) -> [ToolName] {
    let route = root.routes.appending(executable.text)
    let bytes = try onDisk { () throws(FileError) in
      try route.contentsIfPresent(limit: ToolVersionText.maximumByteCount)
    }
    return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").compactMap {
      ToolName($0)
    }
  }

  /// The executable in the installation of `pin`.
  private func program(
    _ executable: ExecutableName, of pin: SelectedPin
  ) throws(Problem) -> FilePath {
    guard pin.isInstalled(in: root), let installation = pin.installation(in: root) else {
      throw .selection(notInstalled(pin))
    }
    let program = installation.appending("bin").appending(executable.text)
    if program.exists { return program }
    if hadProgram(executable, installation) {
      throw .selection(.damaged(pin.report, path: display(program)))
    }
    throw .selection(
      .notProvided(
        executable: executable.text, by: pin.report, providers: installedProviders(of: executable)))
  }

  /// Whether `installation` came with the executable, which is not there now.
  private func hadProgram(_ executable: ExecutableName, _ installation: FilePath) -> Bool {
    let receipt = (try? Receipt.read(in: installation)) ?? nil
    return receipt?.executables.contains { $0.name == executable } ?? false
  }

  /// The next program of this name on `PATH`.
  private func systemProgram(
    _ executable: ExecutableName, pin: SelectedPin?, _ chain: PinChain
  ) throws(Problem) -> SelectedProgram {
    if let path = SystemPrograms(environment, root: root).first(named: executable.text) {
      return .system(path: path, pin: pin)
    }
    if let pin {
      throw .selection(.noProgramOfSystem(executable: executable.text, pin.report))
    }
    // A tool that was never installed has no route: by its own name it is known all the same.
    if let pinned = try chain.pins().first(where: { $0.tool.text == executable.text }),
      !pinned.isInstalled(in: root)
    {
      throw .selection(notInstalled(pinned))
    }
    throw .selection(
      .nowhere(executable: executable.text, providers: installedProviders(of: executable)))
  }

  /// What a message says of a pin that nothing is installed for.
  package func notInstalled(_ pin: SelectedPin) -> SelectionProblem {
    let installed = (try? root.installedVersions(of: pin.tool)) ?? []
    let versions = installed.map(\.version.text)
    return .notInstalled(
      pin.report, directory: pin.folder.map(display), installed: versions.uniqued(),
      isOtherContent: pin.id != nil && versions.contains(pin.version.description),
      groups: optionalGroups(of: pin))
  }

  /// The groups with each of which an install takes a locked tool that it leaves out otherwise: those that it is in, and those with
  /// tools that need it. Empty where an install takes it anyway.
  package func optionalGroups(of pin: SelectedPin) -> [String] {
    guard pin.id != nil, let folder = pin.folder,
      let project = try? Project.load(folder, display: display), let lock = project.lock,
      !project.wanted(of: lock).contains(pin.tool)
    else { return [] }
    let toolfile = project.toolfile
    return toolfile.tools.filter(toolfile.isOptional).flatMap { $0.groups.map(\.text) }.uniqued()
      .filter { project.wanted(of: lock, with: [$0]).contains(pin.tool) }
  }

  /// The installations that provide `executable`.
  private func installedProviders(of executable: ExecutableName) -> [SelectionProblem.Provider] {
    let tools = (try? providers(of: executable)) ?? []
    return tools.compactMap { tool in
      let versions = ((try? root.installedVersions(of: tool)) ?? [])
        .filter { root.folder(of: $0).appending("bin").appending(executable.text).exists }
        .map(\.version.text)
      return versions.isEmpty
        ? nil : SelectionProblem.Provider(tool: tool.text, versions: versions.uniqued())
    }
  }
}

extension [String] {
  fileprivate func uniqued() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
