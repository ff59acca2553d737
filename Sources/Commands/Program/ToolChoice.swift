package import Diagnostics
internal import Filesystem
internal import Layout
internal import Selection
internal import Terminal
internal import TextSearch
internal import Vocabulary

/// The versions of the tools that a command line of `x` names: those that are pinned here, or else
/// the newest installed ones that fit.
package struct ToolChoice {
  /// The version of one tool.
  private enum Version {
    /// The version that a file or a variable pins here, whether or not it is installed.
    case pinned(SelectedPin)
    case installed(InstalledVersion)
    /// No installed version fits.
    case missing
  }

  let selector: Selector
  private let run: ToolRun
  private let session: Session
  private let chain: PinChain
  /// The versions of ``ToolRun/tools``.
  private let versions: [Version]

  /// Chooses the versions.
  ///
  /// - Parameters:
  ///   - run: The tools.
  ///   - session: The session of the command line.
  ///   - isInstalled: Whether the missing tools were just installed. If so, prereleases count, too,
  ///     because the source chose them.
  /// - Throws: The ``Problem`` of a file or variable that may pin one of the tools.
  package init(
    _ run: ToolRun, _ session: Session, isInstalled: Bool = false
  ) throws(Problem) {
    self.run = run
    self.session = session
    selector = session.selector()
    chain = try selector.pinChain()
    let asksSource = session.arguments.has("--newest")
    var versions: [Version] = []
    for word in run.tools {
      if word.version == nil, !asksSource, let pin = try selector.pin(of: word.tool, in: chain) {
        versions.append(.pinned(pin))
        continue
      }
      let installed =
        asksSource && !isInstalled
        ? nil
        : try mappingFileErrors { () throws(FileError) in
          try session.root.newestDefault(
            of: word.tool, matching: word.version, isExact: word.isExact,
            admittingPrereleases: isInstalled)
        }
      versions.append(installed.map(Version.installed) ?? .missing)
    }
    self.versions = versions
  }

  /// The tools for which no installed version fits, or for which the source must be asked.
  package var missing: [ToolRun.Word] {
    zip(run.tools, versions).compactMap { word, version in
      if case .missing = version { word } else { nil }
    }
  }

  /// Returns the program to run with its arguments and its environment.
  ///
  /// If a pin selects one of the tools, the environment is that of `exec`, with the tools that no
  /// pin selects first on `PATH`. Otherwise, the folder's other tools are not on `PATH`.
  ///
  /// - Throws: ``SelectionProblem`` if a version is not installed or does not provide the program,
  ///   or the problem that the user has not accepted a tool of the project.
  func launch() throws(Problem) -> ProgramLaunch {
    let installations = try installations()
    let environment = session.settingDirectory(
      in: try CommandEnvironment(of: installations.all, in: chain, selector, session).variables)
    guard let main = installations.main else {
      // The pin says `system`.
      guard let name = run.executable ?? ExecutableName(run.main.tool.text) else {
        throw .usage(.badToolName(run.main.text))
      }
      let program = try selector.program(of: name).path
      return ProgramLaunch(
        program: program, arguments: [Array(name.text.utf8)] + run.arguments,
        environment: environment)
    }
    let (name, path) = try program(of: main, among: installations.all)
    let words = [Array(name.text.utf8)] + run.arguments
    let launch = ProgramLaunch(program: path, arguments: words, environment: environment)
    return selector.mayInstallPackages(name, words, for: main.pin)
      ? launch.followedByRehash(in: session.root) : launch
  }

  /// Returns the installation that provides the program, or `nil` for a pin to `system`, and the
  /// installations to put on `PATH`.
  private func installations() throws(Problem) -> (
    main: PinnedInstallation?, all: [PinnedInstallation]
  ) {
    var named: [PinnedInstallation] = []
    var pinned: [SelectedPin] = []
    for (word, version) in zip(run.tools, versions) {
      switch version {
      case .missing: throw .project(.installation(session.nothingInstalled(of: word.tool)))
      case .pinned(let pin):
        report(pin, .pinned(pin.origin))
        pinned.append(pin)
      case .installed(let installed):
        let pin = SelectedPin(
          tool: word.tool, version: .exact(installed.version), id: installed.id,
          place: .commandLine, origin: .commandLine, folder: nil)
        report(pin, word.version.map { .matches($0) } ?? .newest)
        if word.version == nil { reportLimits(of: word.tool) }
        named.append(try selector.installationInUse(of: pin))
      }
    }
    var all = named
    let tools = Set(named.map(\.pin.tool))
    if !pinned.isEmpty {
      all += try selector.installationsForCommands(chain).filter { !tools.contains($0.pin.tool) }
    }
    // For example, `exec` passes over a missing tool that only the global pins name.
    for pin in pinned where pin.version != .system && !all.contains(where: { $0.pin == pin }) {
      all.append(try selector.installationInUse(of: pin))
    }
    return (all.first { $0.pin.tool == run.main.tool }, all)
  }

  /// Reports the version that runs, and why.
  private func report(_ pin: SelectedPin, _ reason: RunReason) {
    session.console.report(
      .selection(.runs(tool: pin.tool, version: pin.version, reason)))
  }

  /// Reports if the project wants a tool only for other platforms, and therefore pins no version
  /// here.
  private func reportLimits(of tool: ToolName) {
    guard let executable = ExecutableName(tool.text),
      let limited = selector.limitedTool(among: [tool], or: executable), limited.name == tool
    else { return }
    session.console.report(.selection(.runsLimited(limited)))
  }

  /// Returns the name and the path of the program to run. It belongs to the installation or, if the
  /// command line names it after `--`, possibly to another installation or the system.
  private func program(
    of installation: PinnedInstallation, among all: [PinnedInstallation]
  ) throws(Problem) -> (name: ExecutableName, path: FilePath) {
    do {
      return try selector.program(named: run.executable, of: installation)
    } catch {
      guard case .selection(.noSuchExecutable(let name, let pin, let provided, _)) = error else {
        throw error
      }
      if let name {
        let path =
          all.lazy.map { $0.folder.appending("bin").appending(name.text) }.first(where: \.exists)
          ?? selector.systemProgram(named: name)
        if let path { return (name, path) }
      }
      let typed = name?.text ?? pin.tool.text
      let nearest =
        nearestNames(to: typed, in: provided.map(\.text)).first ?? provided.first?.text
      throw .selection(
        .noSuchExecutable(
          name, of: pin, provided: provided, retry: nearest.map(commandLine) ?? []))
    }
  }

  /// Returns the command line that runs another executable of the same tool.
  private func commandLine(running executable: String) -> [String] {
    let words = session.arguments.words
    let options = Array(words.dropLast(session.arguments.command.count))
    return ["bootstrap", session.command] + options + [run.main.text, "--", executable]
      + run.arguments.map { String(decoding: $0, as: UTF8.self) }
  }
}
