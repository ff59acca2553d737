internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Locking
internal import Projects
internal import Selection
internal import Shims
internal import Terminal
internal import TextSearch
internal import Vocabulary
internal import Workflows

enum InstallCommand: ChangeCommand {
  static let syntax = UpToDateInstall.syntax

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let words = session.arguments.positionals
    if session.isGlobal, !words.isEmpty {
      throw .usage(
        .globalTools(command: session.command, retry: ["bootstrap", "add", "--global"] + words))
    }
    if let state = try UpToDateInstall.finishedState(session), !state.pinFolders.isEmpty {
      try await session.registration().recordNewFolders(of: session.selector().folderTools())
      return try UpToDateInstall.report(state, session)
    }
    let start = ContinuousClock.now
    let context = ChangeContext(session, failsForOccupiedShims: true)
    let installing = try context.installing()
    let report = try await report(of: installing, context, session)
    // JSON output is one object.
    let problem = try session.remainingProblem(of: report)
    if let problem, session.console.isJSON { throw problem }
    if !session.isPreparation || !session.console.isJSON {
      try show(report, time: .now - start, session)
    }
    let exposed = try mappingFileErrors(try session.root.exposedParts().writableByOthers)
    if !exposed.isEmpty {
      session.console.report(
        .install(
          .writableByOthers(
            paths: exposed.map(session.formatAbsolutePath),
            root: session.formatAbsolutePath(session.root.path))))
    }
    if let note = ShimsOnPath.note(about: report.installed, session) {
      session.console.report(note)
    }
    if let problem { throw problem }
    if session.arguments.positionals.isEmpty, !report.installed.isEmpty,
      let project = (try? session.selector().folderTools())?.project
    {
      session.reportOtherDefinitions(of: project, in: project.lock)
    }
    return .success
  }

  private static func report(
    of installing: InstallWorkflow, _ context: ChangeContext, _ session: Session
  ) async throws(Problem) -> InstallWorkflow.Report {
    do {
      return try await Consent(session: session).asking { () async throws(Problem) in
        let request = try request(installing, session)
        return try await context.progress.show { () async throws(Problem) in
          try await installing.install(request)
        }
      }
    } catch {
      // The user may have corrected the definition, but only an update uses the new steps.
      if case .build = error, let project = (try? session.selector().folderTools())?.project {
        session.reportOtherDefinitions(of: project, in: project.lock)
      }
      if session.arguments.positionals.isEmpty { throw error }
      throw InstallSuggestion(session: session).completing(error)
    }
  }

  /// Returns the request of the command line: the tools that the user names, or the tools of the
  /// working directory.
  private static func request(
    _ installing: InstallWorkflow, _ session: Session
  ) throws(Problem) -> InstallWorkflow.Request {
    var request: InstallWorkflow.Request
    if session.arguments.positionals.isEmpty {
      try session.checkOwners()
      request = try installing.request(
        for: session.selector(),
        LockPolicy(isFrozen: session.arguments.has("--frozen"), session.environment),
        with: session.groups, followsGuests: session.arguments.has("--from-idiomatic"))
      // An install that leaves the project's files alone is allowed everywhere.
      if request.needsLock { try session.checkDirectoryIsInRepository() }
      request.acceptedPublishers =
        try request.project?.tools(named: session.acceptedPublishers) ?? []
    } else {
      request = InstallWorkflow.Request()
      request.surroundings = try? session.selector().pinChain()
      let all = session.arguments.positionals
      for (index, name) in all.enumerated() {
        if index > 0, name.allSatisfy({ $0.isNumber || $0 == "." }),
          let problem = session.requirementApart([name], of: all[index - 1])
        {
          throw problem
        }
        let (tool, typed) = try session.toolAndTypedVersion(name)
        let origin = session.requestOrigin
        request.pins.append(
          isPinned(typed?.version, of: tool, session)
            ? .init(tool: tool, version: typed?.version, origin: origin)
            : .init(tool: tool, typed: typed, origin: origin))
      }
    }
    request.isForced = session.arguments.has("--force")
    request.isPrebuilt = session.arguments.has("--prebuilt")
    return request
  }

  /// Returns whether a pin in effect has the spelling of the version. Pins are whole versions, so
  /// the command that the message about a missing one recommends installs exactly that version.
  private static func isPinned(
    _ version: VersionText?, of tool: ToolName, _ session: Session
  ) -> Bool {
    guard let version, let chain = try? session.selector().pinChain() else { return false }
    let pins = [try? chain.variablePin(of: tool)] + chain.pinsOfFiles + chain.global.pins
    return pins.contains { $0?.tool == tool && $0?.version == .exact(version) }
  }

  private static func show(
    _ report: InstallWorkflow.Report, time: Duration, _ session: Session
  ) throws(Problem) {
    let console = session.console
    guard console.isJSON else {
      report.say(to: console, time: time)
      return
    }
    let isOfFolder = session.arguments.positionals.isEmpty
    let members: [JSON.Member] = [
      .init(name: "schema", value: 1),
      .init(name: "changes", value: .array(report.lockChanges.map(\.json))),
      .init(name: "request_changes", value: .array(report.requestChanges.map(\.json))),
      .init(name: "platform_changes", value: report.platformChanges.json),
      .init(name: "tools", value: .array(isOfFolder ? try session.toolsInUse() : [])),
    ]
    console.print([], json: .object(members + json(report)))
  }

  /// The members of the JSON output that describe what was installed.
  static func json(_ report: InstallWorkflow.Report) -> [JSON.Member] {
    [
      .init(
        name: "installed",
        value: .array(report.installed.sorted { $0.tool < $1.tool }.map(json))),
      .init(name: "present", value: .number(report.presentCount)),
      .init(name: "not_for_platform", value: .strings(report.notForPlatform.map(\.text))),
    ]
  }

  private static func json(_ receipt: Receipt) -> JSON {
    .object([
      "name": .string(receipt.tool.text), "version": .string(receipt.version.text),
      "id": .string(receipt.id.description), "size": .number(receipt.size),
      "provides": .strings(receipt.executables.map(\.name.text)),
    ])
  }
}
