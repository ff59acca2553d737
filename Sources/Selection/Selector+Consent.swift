package import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import SourceKinds

extension Selector {
  /// Returns whether the project has to ask the user before it may use an executable: the
  /// executable hides a program of the system, and the user has not accepted that for the folder
  /// of the pin.
  func isWithheld(_ executable: ExecutableName, _ pin: SelectedPin) -> Bool {
    let isSealed = pin.place == .lock && pin.folder.map(isSealed) ?? false
    return !isSealed && !unaccepted([executable], of: pin).isEmpty
  }

  /// Returns what the installed versions of `pins` ask for and the user has not accepted, or `nil`
  /// if there is nothing.
  package func openRequests(of pins: [SelectedPin]) -> TrustProblem? {
    var folder: FilePath?
    var requests: [TrustProblem.Request] = []
    let sealed = Set(pins.filter { $0.place == .lock }.compactMap(\.folder)).filter(isSealed)
    for pin in pins {
      if pin.place == .lock, let folder = pin.folder, sealed.contains(folder) { continue }
      guard let installation = pin.installation(in: root) else { continue }
      let names = (try? installation.appending("bin").entriesIfPresent()) ?? []
      let open = unaccepted(names.compactMap { ExecutableName($0) }, of: pin)
      if !open.isEmpty { folder = folder ?? pin.folder }
      requests += open
    }
    return folder.map {
      TrustProblem(folder: Array($0.bytes), project: $0.string, requests: requests)
    }
  }

  /// Returns what the tools of a folder ask for and the user has not accepted, or `nil` if there is
  /// nothing.
  package func openRequests(of tools: FolderTools) -> TrustProblem? {
    let pinned = openRequests(of: tools.pins)
    guard !environment.isContinuousIntegration, let project = tools.project,
      !isSealed(project.folder)
    else { return pinned }
    let guarded = GuardedExecutables(environment)
    let requests = tools.wanted.flatMap { planned in
      guarded.requests(
        for: planned.provides, of: planned.tool, planned.declaration,
        origin: project.lock?.origin(of: planned.tool.text, in: project.lockName))
    }
    let open = (try? TrustLedger(root).unaccepted(requests, for: project.folder)) ?? requests
    let all = open + (pinned?.requests ?? [])
    return all.isEmpty
      ? nil
      : TrustProblem(
        folder: Array(project.folder.bytes), project: project.folder.string, requests: all)
  }

  /// Returns whether the lock in `folder` is sealed. The user has then accepted all of its
  /// executables.
  private func isSealed(_ folder: FilePath) -> Bool {
    let lock = folder.appending(Lockfile.name)
    guard let identity = LockIdentity(of: PathText(lock.bytes)) else { return false }
    return root.seals.appending(identity.sealName(of: lock)).exists
  }

  /// Returns the requests for the executables that a pin in a project's file selects, and that the
  /// user has not accepted. Empty in continuous integration, where the install has listed them.
  private func unaccepted(
    _ names: [ExecutableName], of pin: SelectedPin
  ) -> [TrustProblem.Request] {
    let guarded = GuardedExecutables(environment)
    let names = names.filter(guarded.contains)
    guard !names.isEmpty, !environment.isContinuousIntegration, let folder = pin.folder,
      pin.place == .lock || pin.place == .toolVersionFile
    else { return [] }
    let requests = guarded.requests(
      for: names, of: pin.tool, declaration(of: pin, in: folder), origin: pin.origin)
    if requests.isEmpty { return [] }
    // The consent is for the project, and without a project for the folder of the pin.
    let project = (try? Project.folder(above: directory, environment)) ?? nil
    let ledger = TrustLedger(root)
    return (try? ledger.unaccepted(requests, for: project ?? folder)) ?? requests
  }

  /// Returns the declaration by which a project's file selects a tool. A lock that cannot be read
  /// as a whole does not tell what its tools are, so its executables are not expected.
  private func declaration(of pin: SelectedPin, in folder: FilePath) -> LockedDeclaration {
    if pin.id == nil {
      let settings = (try? Settings.read(in: root)) ?? Settings()
      return LockedDeclaration(
        source: SourceCatalog.standard.defaultName(settings),
        options: [.init("package", pin.tool.text)])
    }
    let path = folder.appending(Lockfile.name)
    let lock = (try? Lockfile.read(at: path, named: Lockfile.name)) ?? nil
    return lock?[pin.tool]?.declaration ?? LockedDeclaration(source: "?", options: [])
  }
}
