internal import Builds
internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Installation
internal import Inventory
internal import Layout
internal import Locking
internal import Manifests
internal import Projects
internal import Selection
internal import Shims
internal import Terminal
internal import ToolSources
internal import Transport
internal import Trust
internal import Vocabulary
internal import Workflows

/// The settings, sources, network client, and progress display of a command that makes changes.
struct ChangeContext: Sendable {
  let progress: ProgressDisplay
  private let session: Session
  private let failsForOccupiedShims: Bool

  /// Creates the context of a command.
  ///
  /// - Parameter failsForOccupiedShims: Whether the command fails if files of the user are in the
  ///   place of shims. Otherwise, it only warns, as it always does when `exec` or a shim starts it.
  init(_ session: Session, failsForOccupiedShims: Bool = false) {
    self.session = session
    self.failsForOccupiedShims = failsForOccupiedShims && !session.isPreparation
    progress = ProgressDisplay(session.console)
  }

  func locking() throws(Problem) -> LockWorkflow { try locking(try sources()) }

  func installing() throws(Problem) -> InstallWorkflow {
    let sources = try sources()
    return InstallWorkflow(
      sources, locking: try locking(sources), trust: trust, builds: try builds(sources),
      observe: observe)
  }

  func undoing() throws(Problem) -> UndoWorkflow {
    let sources = try sources()
    return UndoWorkflow(sources, builds: try builds(sources), observe: observe)
  }

  /// Returns the settings of builds from source.
  func builds() throws(Problem) -> BuildSettings { try builds(try sources()) }

  private func builds(_ sources: SourceProvider) throws(Problem) -> BuildSettings {
    BuildSettings(
      launcher: try mappingFileErrors(try FilePath.runningProgram()),
      jobs: WorkerPool.processorCount, variables: sources.access.settings.buildVariables,
      systemRuby: SystemPrograms(sources.access.environment, root: sources.access.root)
        .all(named: "ruby").first,
      home: sources.access.environment.path("HOME"))
  }

  private func locking(_ sources: SourceProvider) throws(Problem) -> LockWorkflow {
    LockWorkflow(
      sources: sources, trust: trust, now: ReleaseTime(secondsSince1970: WallClock.now),
      secondsLimit: try session.timeout ?? LockWorkflow.defaultSecondsLimit
    ) { [observe] in observe(.notice($0)) }
  }

  func informing() throws(Problem) -> InfoWorkflow {
    InfoWorkflow(
      sources: try sources(), trust: trust, now: ReleaseTime(secondsSince1970: WallClock.now))
  }

  func trusting() throws(Problem) -> TrustWorkflow {
    let sources = try sources()
    return TrustWorkflow(sources, locking: try locking(sources), observe: observe)
  }

  /// The gate for what the project's files ask the user to accept.
  var trust: TrustGate {
    // Whatever opens the sources reports a policy that cannot be used.
    let rule = TrustRule(
      session.root, session.environment, mayAsk: session.console.isInteractive,
      policy: try? Policy.read())
    return TrustGate(rule, formatPath: session.formatAbsolutePath) { [observe] in
      observe(.notice($0))
    }
  }

  /// Returns the machine's policy.
  ///
  /// - Throws: ``Problem/policy(_:)`` if the policy cannot be used, or if `exec` or a shim started
  ///   the installation and the policy forbids that.
  func policy() throws(Problem) -> Policy {
    let policy = try Policy.read().judgingMirrors()
    if session.isOnDemand, let line = policy.line(turningOff: .installOnExec) {
      throw .policy(
        .forbidden([PolicyViolation(.installOnExec, line, origin: session.requestOrigin)]))
    }
    return policy
  }

  /// Returns the sources of tools, with the user's settings and the machine's policy.
  func sources() throws(Problem) -> SourceProvider {
    let policy = try policy()
    let text = try session.settingsText()
    try checkKeys(of: text)
    var settings = Settings(text)
    settings.jobs = try session.jobs ?? settings.jobs
    // `file:` URLs and the paths of directory sources are relative to this folder.
    let folder =
      try session.nearestProjectFolder().map(session.environment.filesFolder)
      ?? session.workingDirectory
    return SourceProvider(
      SourceAccess(
        environment: session.environment, root: session.root, settings: settings, folder: folder,
        isOffline: session.arguments.has("--offline"),
        client: HTTPClient(try Self.clientSettings(session, settings, policy, folder, progress)),
        policy: policy, configPath: session.formatPath(session.root.config)))
  }

  /// Warns about the unknown keys of the user's `config`, which may belong to another version of
  /// bootstrap.
  ///
  /// - Throws: ``UsageProblem/unknownMirrorSetting(_:origin:nearest:)`` for a key that resembles
  ///   one of mirrors. Ignoring it could send requests to public servers.
  private func checkKeys(of text: SettingsText) throws(Problem) {
    for (entry, nearest) in ConfigListing.unknownEntries(of: text) {
      let origin = session.origin(of: entry)
      if nearest.contains(where: Settings.mirrorKeys.contains) {
        throw .usage(.unknownMirrorSetting(entry.key, origin: origin, nearest: nearest))
      }
      progress.report(.program(.unknownSetting(entry.key, origin: origin, nearest: nearest)))
    }
  }

  private static func clientSettings(
    _ session: Session, _ settings: Settings, _ policy: Policy, _ folder: FilePath,
    _ progress: ProgressDisplay
  ) throws(Problem) -> HTTPSettings {
    var client = HTTPSettings(environment: session.environment)
    if policy.dependsOnServers { client.distrustUser(unless: Policy.isProtected) }
    client.stallSeconds = settings.timeout
    client.connectTimeout = min(client.connectTimeout, .seconds(settings.timeout))
    client.minimumBytesPerSecond = settings.minimumSpeed
    client.ruleForbidding = { policy.line(forbiddingHost: $0.description) }
    client.mirrors = try MirrorRules(
      settings, path: session.formatPath(session.root.config), policy: policy)
    client.credentialHelper = { [session] name, site in
      await BlockingThread.result {
        HelperPrograms(session.environment, root: session.root, project: folder)
          .login(of: name, for: site.description)
      }
    }
    client.onSilence = { sites in
      progress.report(.progress(.waitingForSites(sites.map(\.description))))
    }
    return client
  }

  /// The handler that shows the events of a workflow as notices and progress.
  var observe: @Sendable (WorkflowEvent) -> Void {
    { [session, progress, failsForOccupiedShims] event in
      switch event {
      case .notice(let notice): progress.report(notice)
      case .shims(var changes):
        if failsForOccupiedShims { changes.occupied = [] }
        for notice in session.notices(about: changes) { progress.report(notice) }
      case .repaired(let changes):
        progress.report(
          .install(.databaseRepaired(added: changes.titles, deletedCount: changes.deletedCount)))
      case .install(.downloading(let title, let count)):
        progress.downloading(title, byteCount: count)
      case .install(.received(let title, let count)): progress.received(title, byteCount: count)
      case .install(.unpacking(let title)): progress.unpacking(title)
      case .install(.build(let title, .began(let stage, let command))):
        progress.building(title, stage, command)
      case .install(.build(let title, .output(let lines))): progress.printed(lines, by: title)
      case .install(.build(_, .unrestricted(let restrictions))):
        progress.report(.install(.unrestrictedBuild(restrictions)))
      case .install(.staged(let title)): progress.done(title)
      case .install(.synchronizing): break
      case .uploading(let title): progress.uploading(title)
      case .packages(let manager, let event):
        for notice in event.notices(of: manager) { progress.report(.setup(notice)) }
      case .hook(let title, let lines):
        for line in lines { progress.report(.setup(.output("\(title): \(line)"))) }
      }
    }
  }
}

extension Session {
  /// Returns the notices about a change of the shims: the names that have no shim because the user
  /// already has a file with that name, and the programs on `PATH` that new shims hide. A hidden
  /// program is reported only once, when its shim is created.
  fileprivate func notices(about changes: ShimDirectory.Changes) -> [Notice] {
    let occupied = changes.occupied.map { formatPath(root.shims.appending($0.text)) }
    // A shim named like its tool is not reported: a user who installs `cmake` expects it to hide
    // the system's cmake, but a user who installs `busybox` may not expect it to hide `ls`. An
    // accepted program is not reported either: the question has named what it hides.
    let unlike = changes.added.filter { !root.installs.appending($0.text).isDirectory }
    let accepted =
      unlike.isEmpty ? [] : TrustLedger(root, environment).acceptedExecutables()
    let hidden = unlike.filter { !accepted.contains($0.text) }
      .compactMap { name in
        // After `npm install -g`, PATH has the folder of the new programs themselves.
        SystemPrograms(environment, root: root).all(named: name.text)
          .first { $0.relative(to: root.path) == nil }?.string
      }
    return (occupied.isEmpty ? [] : [.shim(.occupied(paths: occupied))])
      + (changes.indistinct.isEmpty
        ? [] : [.shim(.indistinct(names: changes.indistinct))])
      + (hidden.isEmpty ? [] : [.shim(.shadowedPrograms(paths: hidden))])
  }
}
