package import Diagnostics
package import Filesystem
package import Layout
package import Manifests
internal import Projects

/// The tool versions and programs for one directory. A selector reads the files on which
/// ``PinChain`` and ``FolderTools`` decide, and finds the programs.
package struct Selector: Sendable {
  package let root: Root
  package let environment: Environment
  package let platform: Platform
  /// Formats a path for messages.
  package let display: @Sendable (FilePath) -> String
  /// The directory, without links in its path, and its ancestors.
  private let directories: [FilePath]

  /// The directory where the search begins, without links in its path.
  package var directory: FilePath { directories[0] }

  /// Creates a selector for a directory.
  ///
  /// - Parameters:
  ///   - directory: The directory where the search begins. Links in its path are resolved and
  ///     `PWD` is ignored: the physical location decides, not the way to it.
  ///   - display: Formats a path for messages.
  /// - Throws: `noWorkingDirectory` if the directory does not exist.
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

  /// Reads the pins that apply here, as far as `extent` requires.
  package func chain(_ extent: PinChain.Extent = .everything(nil)) throws(Problem) -> PinChain {
    let reader = PinChainReader(
      root: root, environment: environment, platform: platform, display: display, extent: extent)
    let directories = directories
    return try mappingFileErrors { () throws(FileError) in try reader.chain(directories) }
  }

  /// Returns the tools that the folder requires, with its project.
  ///
  /// - Parameters:
  ///   - chain: The pins of the folder, or `nil` to read them.
  ///   - groups: Optional groups to include.
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

  /// Returns the program that runs here for `executable`.
  package func program(of executable: ExecutableName) throws(Problem) -> SelectedProgram {
    let installed = try providers(of: executable)
    return try program(
      of: executable, try chain(.answer(executable, installed: installed)), installed)
  }

  /// Returns the program that runs here for `executable`, according to a chain that was read
  /// for it.
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

  /// Returns the `bin` folders of all pinned tools, for the front of `PATH`.
  ///
  /// - Throws: `notInstalled` if a required tool is missing. Otherwise the system's programs
  ///   would run in its place.
  package func bins(_ chain: PinChain) throws(Problem) -> [FilePath] {
    var bins: [FilePath] = []
    var tools: FolderTools?
    for pin in try chain.pins() {
      guard let installation = pin.installation(in: root) else { continue }
      if pin.isInstalled(in: root) {
        bins.append(installation.appending("bin"))
        continue
      }
      // The project is read only if a tool is missing, to keep the usual path fast.
      let asked = if let tools { tools } else { try folderTools(chain) }
      tools = asked
      if asked.requires(for: pin) { throw .selection(notInstalled(pin)) }
    }
    return bins
  }

  /// Returns the tools in the route of `executable`, which have an installation that
  /// provides it.
  private func providers(of executable: ExecutableName) throws(Problem) -> [ToolName] {
    let route = root.routes.appending(executable.text)
    let bytes = try mappingFileErrors { () throws(FileError) in
      try route.contentsIfPresent(limit: ToolVersionText.maximumByteCount)
    }
    return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").compactMap {
      ToolName($0)
    }
  }

  /// Returns the path of the executable in the installation of `pin`.
  private func program(
    _ executable: ExecutableName, of pin: SelectedPin
  ) throws(Problem) -> FilePath {
    guard pin.isInstalled(in: root), let installation = pin.installation(in: root) else {
      throw .selection(notInstalled(pin))
    }
    let program = installation.appending("bin").appending(executable.text)
    if program.exists { return program }
    if receiptLists(executable, installation) {
      throw .selection(.damaged(pin.report, path: display(program)))
    }
    throw .selection(
      .notProvided(
        executable: executable.text, by: pin.report, providers: installedProviders(of: executable)))
  }

  /// Returns whether the receipt of `installation` lists the executable.
  private func receiptLists(_ executable: ExecutableName, _ installation: FilePath) -> Bool {
    let receipt = (try? Receipt.read(in: installation)) ?? nil
    return receipt?.executables.contains { $0.name == executable } ?? false
  }

  /// Returns the next program of this name on `PATH`.
  private func systemProgram(
    _ executable: ExecutableName, pin: SelectedPin?, _ chain: PinChain
  ) throws(Problem) -> SelectedProgram {
    if let path = SystemPrograms(environment, root: root).first(named: executable.text) {
      return .system(path: path, pin: pin)
    }
    if let pin {
      throw .selection(.noSystemProgram(executable: executable.text, pin.report))
    }
    // A tool that was never installed has no route, but the executable may have the tool's name.
    if let pinned = try chain.pins().first(where: { $0.tool.text == executable.text }),
      !pinned.isInstalled(in: root)
    {
      throw .selection(notInstalled(pinned))
    }
    throw .selection(
      .notFound(executable: executable.text, providers: installedProviders(of: executable)))
  }

  /// Returns the problem of a pin without an installation, with the versions that are installed.
  package func notInstalled(_ pin: SelectedPin) -> SelectionProblem {
    let installed = (try? root.installedVersions(of: pin.tool)) ?? []
    let versions = installed.map(\.version.text)
    return .notInstalled(
      pin.report, directory: pin.folder.map(display), installed: versions.uniqued(),
      isOtherContent: pin.id != nil && versions.contains(pin.version.description),
      groups: optionalGroups(of: pin))
  }

  /// Returns the optional groups that each make an install include a locked tool: the tool's own
  /// groups, and those of tools that need it. Empty if an install includes the tool anyway.
  package func optionalGroups(of pin: SelectedPin) -> [String] {
    guard pin.id != nil, let folder = pin.folder,
      let project = try? Project.load(folder, display: display), let lock = project.lock,
      !project.wanted(of: lock).contains(pin.tool)
    else { return [] }
    let toolfile = project.toolfile
    return toolfile.tools.filter(toolfile.isOptional).flatMap { $0.groups.map(\.text) }.uniqued()
      .filter { project.wanted(of: lock, with: [$0]).contains(pin.tool) }
  }

  /// Returns the tools that provide `executable`, with their installed versions.
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
  /// Returns the elements without repetitions, in order.
  fileprivate func uniqued() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
