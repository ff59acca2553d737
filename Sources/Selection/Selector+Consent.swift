package import Diagnostics
package import Filesystem
internal import Layout
internal import Manifests
package import Projects
internal import SourceKinds
internal import Trust
package import Vocabulary

extension Selector {
  /// Returns the executables that need consent in the directory.
  ///
  /// - Parameter areMany: Whether many names will be looked up.
  func guarded(areMany: Bool = false) -> GuardedExecutables {
    memory.guarded(areMany: areMany) {
      GuardedExecutables(environment, root, for: directory, areMany: areMany)
    }
  }

  // MARK: Pins

  /// Returns `pin` with the reason that its project may not use some of `names`, or `nil` if it may
  /// use all of them.
  ///
  /// A project needs the user's consent for executables that hide programs of the user, and a
  /// source must have confirmed the tool's artifact. Continuous integration requires neither,
  /// because the install has listed the executables and asked the sources.
  package func withheld(_ names: [ExecutableName], of pin: SelectedPin) -> WithheldPin? {
    if trust.acceptsEverything || isConsentSealed(pin) { return nil }
    let guarded = guardedNames(names, of: pin)
    if guarded.isEmpty { return nil }
    let requests = requests(for: guarded, of: pin)
    let open = (try? consentFolder(of: pin)).map { unaccepted(requests, for: $0) } ?? requests
    // A version that is not installed has no bytes to confirm, and is an error to run.
    if open.isEmpty, !pin.isInstalled(in: root) || isConfirmed(pin) { return nil }
    return WithheldPin(pin: pin, requests: open)
  }

  /// Returns those of `pins` whose project may not use some executables of the installed version.
  package func withheld(_ pins: [SelectedPin]) -> [WithheldPin] {
    let locked = pins.filter { $0.id != nil }.compactMap(\.folder)
    let sealed = trust.acceptsEverything ? [] : Set(locked).filter(isConsentSealed)
    return pins.compactMap { pin in
      if pin.id != nil, let folder = pin.folder, sealed.contains(folder) { return nil }
      return withheld(installedExecutables(of: pin), of: pin)
    }
  }

  /// Returns what the installed version of `pin` asks the user to accept, whether accepted or not.
  package func requests(of pin: SelectedPin) -> [TrustProblem.Request] {
    requests(for: guardedNames(installedExecutables(of: pin), of: pin), of: pin)
  }

  private func installedExecutables(of pin: SelectedPin) -> [ExecutableName] {
    guard let installation = pin.installation(in: root) else { return [] }
    let names = (try? installation.appending("bin").entriesIfPresent()) ?? []
    return names.sorted().compactMap { ExecutableName($0) }
  }

  // MARK: Folders

  /// Returns the folder that the user's consent to the files here is for: that of the project, or
  /// the nearest one with a pin. Returns `nil` if there is neither.
  ///
  /// - Throws: ``Problem/system(_:)`` if a folder cannot be inspected.
  package func consentFolder(_ chain: PinChain) throws(Problem) -> FilePath? {
    try Project.folder(above: directory, environment) ?? chain.pinsOfFiles.first?.folder
  }

  /// Returns the folder that the user's consent to `pin` is for, or `nil` if no file of a project
  /// states the pin.
  ///
  /// - Throws: ``Problem/system(_:)`` if a folder cannot be inspected.
  package func consentFolder(of pin: SelectedPin) throws(Problem) -> FilePath? {
    guard let folder = pin.folder, pin.isInProject else { return nil }
    return try Project.consentFolder(of: folder, environment)
  }

  /// Returns the problem to report for pins that are withheld, or `nil` if there are none. It lists
  /// the requests of one project, the nearest, or what is not confirmed if all is accepted.
  package func problem(of withheld: [WithheldPin]) -> Problem? {
    let asking = withheld.filter { !$0.requests.isEmpty }
    if asking.isEmpty, let first = withheld.first {
      let wanted = withheld.map(\.pin.wanted)
      return .project(.lock(.unconfirmed(wanted, directory: consentDirectory(of: first.pin))))
    }
    guard let first = asking.first, let folder = (try? consentFolder(of: first.pin)) ?? nil
    else { return nil }
    let same = asking.filter { (try? consentFolder(of: $0.pin)) == folder }
    return .trust(
      TrustProblem(
        folder: Array(folder.bytes), project: folder.string,
        directory: consentDirectory(of: first.pin), requests: same.flatMap(\.requests),
        listObstacle: trust.listObstacle))
  }

  /// Returns the folder in which `bootstrap trust` asks about `pin` and `bootstrap install`
  /// installs it, or `nil` if that is the working directory.
  package func consentDirectory(of pin: SelectedPin) -> String? {
    guard let folder = (try? consentFolder(of: pin)) ?? nil, let chain = try? pinChain(),
      (try? consentFolder(chain)) != folder
    else { return nil }
    return pin.folder?.string
  }

  /// Returns the problem if the tools of a folder ask for what the user has not accepted, or are
  /// not confirmed and hide programs of the user. Returns `nil` if there is no such problem.
  ///
  /// - Parameters:
  ///   - tools: The tools of the folder.
  ///   - unconfirmed: Those of its locked tools that are not confirmed.
  package func consentProblem(
    of tools: FolderTools, unconfirmed: [PlannedInstallation]
  ) -> Problem? {
    let pinned = withheld(tools.pins)
    guard !trust.acceptsEverything, let project = tools.project, !isConsentSealed(project.folder)
    else { return problem(of: pinned) }
    let guarded = guarded(areMany: tools.wanted.count > 32)
    let origin = { (tool: ToolName) in project.lock?.origin(of: tool, in: project.lockName) }
    let requests = tools.wanted.compactMap { project.lock?[$0.tool] }.flatMap { tool in
      guarded.requests(of: tool, for: platform, origin: origin(tool.name))
    }
    let same = pinned.filter { (try? consentFolder(of: $0.pin)) == project.folder }
    let open = unaccepted(requests, for: project.folder) + same.flatMap(\.requests)
    if !open.isEmpty {
      return .trust(
        TrustProblem(
          folder: Array(project.folder.bytes), project: project.folder.string, requests: open,
          listObstacle: trust.listObstacle))
    }
    let withheld = unconfirmed.filter { $0.provides.contains(where: guarded.contains) }
    if withheld.isEmpty { return problem(of: pinned) }
    let wanted = withheld.map {
      WantedVersion(tool: $0.tool, version: .exact($0.version), origin: origin($0.tool))
    }
    return .project(.lock(.unconfirmed(wanted, directory: nil)))
  }

  /// Returns the locked tools of a folder whose artifacts no source has confirmed, or whose kept
  /// downloads have other sizes than the lock states. Empty if the lock is sealed, because all of
  /// them were confirmed then.
  package func unconfirmed(_ tools: FolderTools) -> [PlannedInstallation] {
    guard let project = tools.project, !isSealed(project.folder) else { return [] }
    let confirmed = ConfirmedArtifacts(root, for: project.filesFolder)
    return tools.wanted.filter { !confirmed.contains($0) || !root.hasLockedSizes($0) }
  }

  // MARK: Seals and requests

  /// Returns whether a seal proves that the user has consented to `pin`.
  private func isConsentSealed(_ pin: SelectedPin) -> Bool {
    pin.id != nil && pin.folder.map(isConsentSealed) ?? false
  }

  /// Returns whether the lock in `folder` is sealed, which proves the user's consent unless only
  /// the list in `BOOTSTRAP_TRUST` counts.
  func isConsentSealed(_ folder: FilePath) -> Bool {
    !trust.acceptsOneList && isSealed(folder)
  }

  /// Returns whether the lock in `folder` is sealed and the premise of the seal holds. If so, the
  /// user has accepted all of its executables, and its installed tools are confirmed.
  func isSealed(_ folder: FilePath) -> Bool {
    memory.isSealed(folder) {
      let seal = seal(ofLockIn: folder)
      guard let bytes = try? seal?.contents(limit: SealPremise.maximumByteCount) else {
        return false
      }
      let premise = SealPremise(parsing: bytes)
      return premise.holds(environment, root, for: directory) {
        guarded(areMany: premise.names.count > 32)
      }
    }
  }

  /// Returns whether the lock in `folder` has a seal for its current contents, even if the premise
  /// of the seal no longer holds. If so, the lock has the form that the `lock` command writes.
  package func hasSealedLock(_ folder: FilePath) -> Bool {
    seal(ofLockIn: folder)?.exists ?? false
  }

  /// Returns the path of the seal of the lock in `folder`, or `nil` if there is no lock.
  private func seal(ofLockIn folder: FilePath) -> FilePath? {
    FileIdentity(of: PathText(environment.lock(in: folder).bytes)).map {
      root.seals.appending($0.sealName(ofLockIn: folder))
    }
  }

  private func unaccepted(
    _ requests: [TrustProblem.Request], for folder: FilePath?
  ) -> [TrustProblem.Request] {
    guard let folder else { return requests }
    return (try? trust.open(requests, for: folder)) ?? requests
  }

  /// Returns those of `names` that hide programs of the user or are reserved if a file of a
  /// project states `pin`.
  private func guardedNames(_ names: [ExecutableName], of pin: SelectedPin) -> [ExecutableName] {
    if !pin.isInProject { return [] }
    // The user, not the project, has installed a package.
    return names.filter(guarded().contains)
      .filter { packageProgram($0, of: pin) == nil }
  }

  /// Returns the requests for those of the guarded `names` that need the user's consent.
  private func requests(
    for names: [ExecutableName], of pin: SelectedPin
  ) -> [TrustProblem.Request] {
    if names.isEmpty { return [] }
    let tool = pin.id == nil ? nil : lockedTool(of: pin)
    return guarded().requests(
      for: names, of: pin.tool, tool?.declaration ?? unlockedDeclaration(of: pin),
      content: tool?.localContent, publisher: tool?.knownPublisher(), origin: pin.origin)
  }

  /// Returns whether a source has confirmed the artifact of `pin`. A pin without a lock selects
  /// what only the user's own source can install.
  private func isConfirmed(_ pin: SelectedPin) -> Bool {
    if pin.id == nil { return true }
    guard let tool = lockedTool(of: pin), let artifact = tool.artifact(for: platform) else {
      return false
    }
    return ConfirmedArtifacts(root, for: pin.folder.map(environment.filesFolder)).contains(
      artifact, tool.parts(for: platform), of: tool.name, tool.version, tool.declaration)
  }

  /// Returns the declaration of a tool that a file without a lock pins, or `nil` if no trusted
  /// definition provides it. For a pin of an unreadable lock, the declaration is empty, because
  /// nothing is known about the tool.
  private func unlockedDeclaration(of pin: SelectedPin) -> LockedDeclaration? {
    if pin.id != nil { return LockedDeclaration(options: []) }
    guard case .exact(let version) = pin.version,
      let definition = try? Registries.trusted(in: root).definition(of: pin.tool)
    else { return nil }
    return definition.declaration(for: version)
  }

  private func lockedTool(of pin: SelectedPin) -> LockedTool? {
    guard let path = pin.folder.map(environment.lock) else { return nil }
    let lock = try? Lockfile.read(
      at: path, named: Lockfile.name, despiteMergeOn: platform, in: files)
    return lock?[pin.tool]
  }
}

extension Root {
  /// Returns whether all kept downloads of an installation have the sizes that the lock states.
  fileprivate func hasLockedSizes(_ planned: PlannedInstallation) -> Bool {
    planned.files.allSatisfy { file in
      ((try? download(file.digest).status()) ?? nil).map { $0.size == file.size } ?? true
    }
  }
}

extension SelectedPin {
  /// Whether a file of a project states the pin, rather than a variable or the global pins of the
  /// user.
  var isInProject: Bool {
    switch place {
    case .toolVersionFile, .lock, .idiomaticFile: true
    case .commandLine, .variable, .globalPins: false
    }
  }
}
