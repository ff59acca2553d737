internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Installation
internal import Layout
internal import Manifests
internal import Projects
internal import Terminal
internal import ToolSources
internal import Transport
internal import Workflows

/// What a command that changes something works with: the user's settings, the sources, the network, and who is told.
struct Workbench: Sendable {
  let session: Session
  let settings: Settings
  let sources: SourceProvider
  let progress: ProgressReporter
  private let fetch: Fetch

  /// - Parameter folder: what a `file:` address and a directory source are relative to.
  init(_ session: Session, folder: FilePath) throws(Problem) {
    self.session = session
    var settings = try onDisk { () throws(FileError) in try Settings.read(in: session.root) }
    settings.jobs = try session.jobs ?? settings.jobs
    self.settings = settings
    let progress = ProgressReporter(session.console)
    self.progress = progress
    let client = HTTPClient(Self.clientSettings(session, settings, progress))
    sources = SourceProvider(
      SourceAccess(
        environment: session.environment, root: session.root, settings: settings, folder: folder,
        isOffline: session.arguments.has("--offline"), client: client,
        configPath: session.display(session.root.config)))
    fetch = Fetch(sources)
  }

  private static func clientSettings(
    _ session: Session, _ settings: Settings, _ progress: ProgressReporter
  ) -> HTTPClient.Settings {
    var client = HTTPClient.Settings(environment: session.environment)
    client.stallSeconds = settings.timeout
    client.connectTimeout = min(client.connectTimeout, .seconds(settings.timeout))
    client.onSilence = { sites in
      progress.say("waiting for \(sites.map(\.description).joined(separator: ", "))")
    }
    return client
  }

  /// Reads the project in `folder`. What is wrong with its Toolfile is told all at once, also what the sources find wrong.
  func project(in folder: FilePath, isRelocking: Bool = false) throws(Problem) -> Project {
    do throws(Problem) {
      return try Project.load(folder, isRelocking: isRelocking, display: session.display)
    } catch {
      let file = folder.appending(Toolfile.name)
      let name = session.display(file)
      guard case .syntax(let found) = error, found.problems.first?.origin.path == name,
        let bytes = try? file.contents(limit: Toolfile.maximumByteCount)
      else { throw error }
      let others = locking.optionProblems(of: Toolfile.readableTools(in: bytes, path: name))
      throw .syntax(
        SyntaxProblems(
          inOrder: found.problems
            + others.map { SyntaxProblem(.source($0), at: $0.origin ?? .file(name)) }))
    }
  }

  var locking: Locking {
    Locking(
      sources: sources, now: ReleaseTime(secondsSince1970: Timestamps.now), observe: observe)
  }

  var installing: Installing {
    Installing(
      root: session.root, sources: sources, settings: settings, fetch: fetch, observe: observe)
  }

  /// Locks `project` anew and writes the lock where it changed. Returns the lock, and whether it was written.
  ///
  /// - Parameter headStart: begins to fetch what is chosen and this machine will need.
  func relock(
    _ project: Project, updating update: Locking.Update = .nothing,
    headStart: HeadStart? = nil
  ) async throws(Problem) -> (lock: Lockfile, isNew: Bool) {
    let groups = session.groups
    let lock = try await locking.lock(project, previous: project.lock, updating: update) {
      guard $1.platform == .current, project.isWanted($0, with: groups) else { return }
      headStart?.begin($1)
    }
    let path = project.folder.appending(Lockfile.name)
    let isNew = try onDisk { () throws(FileError) in
      let bytes = lock.bytes
      if try path.contentsIfPresent(limit: Lockfile.maximumByteCount) == bytes { return false }
      try path.rewrite(with: bytes)
      return true
    }
    return (lock, isNew)
  }

  private var observe: @Sendable (WorkEvent) -> Void {
    let (session, console, progress) = (session, session.console, progress)
    return { event in
      switch event {
      case .waiting(let holder):
        progress.say(
          "waiting for another bootstrap" + (holder.isEmpty ? "" : " (process \(holder))"))
      case .resolving(let count):
        console.trace("resolving \(Quantities.count(count, "tool"))")
      case .platformLeftOut(let tool, let platform):
        progress.warn(
          Message(
            "platform-left-out", "\(tool) has nothing for \(platform), and is locked for the others"
          )
          .detail("try", "name the `platforms` of this project in the Toolfile"))
      case .yanked(let tool, let version, let reason):
        progress.warn(
          Message("yanked", "\(tool) \(version) was yanked by its publisher")
            .detail("because", reason.isEmpty ? nil : reason))
      case .newerLeftOut(let tool, let version, let platforms, let chosen):
        console.note(
          "\(tool) \(version) exists, but not for \(platforms.joined(separator: ", ")): locking \(chosen)"
        )
      case .shims(let changes):
        for warning in session.warnings(about: changes) { progress.warn(warning) }
      case .install(let event):
        progress.observe(event)
      }
    }
  }
}
