internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Installation
internal import Layout
internal import Locking
internal import Manifests
internal import Projects
internal import Selection
internal import Terminal
internal import Trust
internal import Vocabulary
internal import Workflows

/// The parts of a setup that need a command's session: tools, the shell, and consent.
struct SetupSteps: SetupActions {
  private let session: Session

  /// Creates the steps of a session.
  init(_ session: Session) { self.session = session }

  private func session(of part: SetupRequest.Part) -> Session { session.moved(to: part.folder) }

  func formatPath(_ path: FilePath) -> String { session.formatPath(path) }

  // MARK: Tools

  func missingTools(of part: SetupRequest.Part) throws(Problem) -> SetupTools? {
    let session = session(of: part)
    if session.groups.isEmpty, let seal = try session.selector().projectSeal(), seal.toolCount > 0,
      try FolderState(of: seal, in: session.root) != nil
    {
      return SetupTools(isDone: true, titles: [])
    }
    let tools = try tools(of: session)
    if tools.asksForNone { return nil }
    let state = try FolderState(
      of: tools, in: session.root, folder: part.folder, platform: .current)
    if state.problems.isEmpty { return SetupTools(isDone: true, titles: []) }
    var titles: [String] = []
    for problem in state.problems {
      switch problem {
      case .project(.installation(.notInstalled(let wanted))):
        titles += wanted.map { "\($0.tool) \($0.version)" }
      case .project(.lock): titles += part.toolfile.tools(for: .current).map(\.name.text)
      default: break
      }
    }
    return SetupTools(isDone: false, titles: titles)
  }

  private func tools(of session: Session) throws(Problem) -> FolderTools {
    let selector = session.selector()
    let tools = try selector.folderTools()
    if session.groups.isEmpty { return tools }
    return try FolderTools(
      tools.project, try selector.pinChain(reading: .pinFiles), with: session.groups,
      for: .current)
  }

  func shortage(of part: SetupRequest.Part) async throws(Problem) -> HostShortage? {
    let session = session(of: part)
    let wanted = try tools(of: session).wanted
    let plan = try mappingFileErrors { () throws(FileError) in
      try InstallPlan(wanted, in: session.root)
    }
    if !plan.missing.contains(where: \.needsBuilding) { return nil }
    return await HostShortage(
      forBuilding: plan.missing, try ChangeContext(session).builds())
  }

  func installTools(of part: SetupRequest.Part) async throws(Problem) {
    let session = session(of: part)
    session.files.forgetAll()
    let start = ContinuousClock.now
    let context = ChangeContext(session, failsForOccupiedShims: true)
    let installing = try context.installing()
    let report = try await Consent(session: session).asking { () async throws(Problem) in
      let request = try installing.request(
        for: session.selector(), LockPolicy(isFrozen: false, session.environment),
        with: session.groups)
      if request.needsLock { try session.checkDirectoryIsInRepository() }
      return try await context.progress.show { () async throws(Problem) in
        try await installing.install(request)
      }
    }
    report.say(to: session.console, time: .now - start)
    if let problem = try session.remainingProblem(of: report) { throw problem }
  }

  // MARK: Hooks

  func accepts(_ hook: Toolfile.Hook, of part: SetupRequest.Part) throws(Problem) -> Bool {
    try SetupConsent(session).accepts(hook, of: part)
  }

  func checkConsent(
    to text: HookText, from origin: Origin, of part: SetupRequest.Part
  ) throws(Problem) {
    try SetupConsent(session).check(text, from: origin, of: part)
  }

  func extendConsent(to text: HookText, of part: SetupRequest.Part) throws(Problem) {
    try SetupConsent(session).extend(to: text, of: part)
  }

  func hookEnvironment(of part: SetupRequest.Part) throws(Problem) -> Environment {
    let selector = session(of: part).selector()
    // A hook that runs before the tools are installed finds none of them.
    let installations =
      (try? selector.installationsForCommands(try selector.pinChain())) ?? []
    let folders = try selector.searchPath(of: installations).folders
    var environment = selector.settingPackageVariables(
      of: installations.map(\.pin), in: session.environment.prependingToPath(folders))
    environment[Session.hookVariable] = "1"
    return environment
  }

  func excludedTool(
    in line: String, of part: SetupRequest.Part
  ) -> SetupProblem.ExcludedTool? {
    guard let tools = try? tools(of: session(of: part)) else { return nil }
    let words = Set(line.split { $0.isWhitespace || ";|&()\"'".contains($0) }.map(String.init))
    for locked in tools.locked where !locked.isWanted {
      let planned = locked.planned
      if planned.provides.contains(where: { words.contains($0.text) }),
        let group = part.toolfile[planned.tool]?.groups.first
      {
        return SetupProblem.ExcludedTool(planned.tool, group: group.text)
      }
    }
    return nil
  }

  // MARK: Shell

  func shell() throws(Problem) -> SetupShell? {
    guard let shell = Shell(login: session.environment), session.environment.path("HOME") != nil
    else { return nil }
    return SetupShell(name: shell.rawValue, isDone: try ShellSetup.isDone(shell, session))
  }

  func setUpShell() throws(Problem) {
    guard let shell = Shell(login: session.environment) else { return }
    try session.checkFoldersFitPath()
    try ShellSetup.add(shell, session, isAlone: false)
  }
}
