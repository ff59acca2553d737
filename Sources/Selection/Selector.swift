package import Diagnostics
package import Filesystem
package import Layout
package import Manifests
internal import Projects

/// Tells which version of a tool runs in a directory (DESIGN, section 6): the same search as the shim's, with words for what it finds.
package struct Selector: Sendable {
  package let root: Root
  package let environment: Environment
  package let platform: Platform
  let directories: [FilePath]
  let display: @Sendable (FilePath) -> String

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

  /// The program that `executable` means here.
  package func selection(of executable: ExecutableName) throws(Problem) -> Selection {
    let tools = try providers(of: executable)
    let choice: PinChoice
    do throws(PinFault) {
      var search = PinSearch(
        executable: Array(executable.text.utf8), candidates: tools.map { Array($0.text.utf8) },
        directory: searchStart, depth: directories.count - 1,
        globalPins: PathText(root.globalPins.bytes),
        platform: platform.name,
        world: SelectionWorld(
          root: root, environment: environment, platform: platform, directories: directories)
      )
      choice = try search.run()
    } catch {
      throw problem(error)
    }
    switch choice {
    case .pin(let found):
      let pin = try selected(found)
      guard case .exact = pin.version else { return try systemProgram(executable, pin: pin) }
      return .installed(program: try program(executable, of: pin), pin: pin)
    case .tie(let pins):
      var reports: [SelectionProblem.Pin] = []
      for pin in pins { reports.append(try selected(pin).report) }
      throw .selection(.tie(executable: executable.text, reports))
    case .nowhere: return try systemProgram(executable, pin: nil)
    }
  }

  /// Where a search begins: a path that ends with a slash.
  var searchStart: PathText {
    let path = PathText(directories[0].bytes)
    if directories.count > 1 { path.append("/") }
    return path
  }

  /// The tools that an installation provides `executable` for, by its route.
  private func providers(of executable: ExecutableName) throws(Problem) -> [ToolName] {
    do throws(FileError) {
      let bytes = try root.routes.appending(executable.text).contentsIfPresent(
        limit: ToolVersionText.maximumByteCount)
      return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").compactMap {
        ToolName($0)
      }
    } catch {
      throw Problem(error)
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
    _ executable: ExecutableName, pin: SelectedPin?
  ) throws(Problem) -> Selection {
    if let program = SystemPrograms(environment, root: root).first(named: executable.text) {
      return .system(program: program, pin: pin)
    }
    if let pin {
      throw .selection(.noProgramOfSystem(executable: executable.text, pin.report))
    }
    // A tool that was never installed has no route: by its own name it is known all the same.
    if let pinned = try pins().first(where: { $0.tool.text == executable.text }),
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

extension SelectedPin {
  package var report: SelectionProblem.Pin {
    SelectionProblem.Pin(tool: tool.text, version: version.description, origin: origin)
  }
}

extension [String] {
  fileprivate func uniqued() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
