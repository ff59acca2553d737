internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Projects
internal import Releases
internal import Selection
internal import Shims
internal import SourceKinds
internal import Terminal
internal import TextSearch
internal import Trust
internal import Vocabulary
internal import Workflows

/// The checks of `doctor`. They change nothing but a probe file in the root, which they remove.
struct SetupExamination {
  /// A check and what it found.
  typealias Result = (check: SetupCheck, findings: [SetupFinding])

  let session: Session
  var root: Root { session.root }
  var environment: Environment { session.environment }
  /// The folders on PATH.
  let path: [FilePath]
  /// Selects the tools of the directory. The checks share what it has found.
  let selector: Selector

  init(_ session: Session) {
    self.session = session
    selector = session.selector()
    path = (session.environment.bytes(of: "PATH") ?? []).split(separator: UInt8(ascii: ":"))
      .map { FilePath(bytes: $0) }
  }

  /// Runs every check that needs no network, in the order of ``SetupCheck``.
  func results() async -> [Result] {
    // These take the most time.
    async let database = self.database()
    async let mixed = findings(mixedPrograms)
    let installations = root.examinedInstallations()
    async let shims = findings { () throws(Problem) in try self.shims(installations) }
    async let folder = self.folder()
    // If the check of a hook ran `doctor`, it would run itself again.
    async let machine = session.isInHook ? [] : self.machine()
    // A folder that cannot be opened is reported once.
    let ofRoot = findings(permission) + folders(installations)
    func others(_ findings: [SetupFinding]) -> [SetupFinding] {
      findings.filter { !ofRoot.contains($0) }
    }
    var results: [Result] = [
      (.program, findings(program)), (.path, others(findings(shimsOnPath)) + leftToShims()),
      (.shims, others(await shims)), (.root, ofRoot),
      (.fileSystem, findings(RootFileSystem(root).findings)), (.space, findings(space)),
      (.work, others(await unfinishedWork(mixed))),
    ]
    results.append((.store, others(store(await database, installations))))
    results.append((.clock, findings(clock)))
    results.append((.config, findings(settings)))
    results.append((.policy, findings(policy)))
    let (ofFolder, ofGuests) = await folder
    results.append((.folder, ofFolder))
    results.append((.pins, ofGuests))
    let ofMachine = await machine.filter { !ofFolder.contains($0) }
    if !session.isInHook { results.append((.machine, ofMachine)) }
    return results
  }

  /// Returns the result of a check, or its failure as a finding.
  func findings(_ check: () throws(Problem) -> [SetupFinding]) -> [SetupFinding] {
    do {
      return try check()
    } catch {
      return [.failure(error)]
    }
  }

  // MARK: PATH

  private func shimsOnPath() throws(Problem) -> [SetupFinding] {
    if !root.path.fitsPathVariable {
      throw .usage(.notForPath(folder: session.formatAbsolutePath(root.path)))
    }
    let shims = session.formatAbsolutePath(root.shims.path)
    guard let position = path.firstIndex(where: { $0.isSame(as: root.shims.path) }) else {
      return [.shims(.notOnPath(shims: shims, startup: try startupLine()))]
    }
    // The check of the shims reports this.
    if isBlocked { return [] }
    let names = try mappingFileErrors(
      try root.shims.entriesIfPresent().filter { !$0.hasPrefix(".") })
    let own = path[..<position].filter { root.providesPrograms(in: $0) }
    let others = path[..<position].filter { !root.providesPrograms(in: $0) }
    return others.compactMap { folder -> SetupFinding? in
      let hidden = names.filter { folder.appending($0).isExecutableFile }
      if hidden.isEmpty { return nil }
      return .shims(
        .hidden(
          executables: hidden, folder: session.formatAbsolutePath(folder),
          owner: VersionManager(owning: folder)?.name, shims: shims))
    } + otherVersions(of: names, in: own)
  }

  /// Returns the programs of installations that come before the shims on PATH but are not those
  /// that are selected here.
  private func otherVersions(of names: [String], in folders: [FilePath]) -> [SetupFinding] {
    guard !folders.isEmpty else { return [] }
    return names.sorted().compactMap { name -> SetupFinding? in
      // Another check reports why nothing can be selected.
      guard let found = folders.map({ $0.appending(name) }).first(where: \.isExecutableFile),
        let executable = ExecutableName(name),
        let selected = try? selector.program(of: executable).path, !found.isSame(as: selected)
      else { return nil }
      return .shims(
        .otherVersion(
          executable: name, found: session.formatAbsolutePath(found),
          selected: session.formatAbsolutePath(selected)))
    }
  }

  /// Returns the tools that the direct mode of this shell leaves to their shims in this directory.
  private func leftToShims() -> [SetupFinding] {
    guard environment.bytes(of: DirectSelection.variable) != nil,
      // Another check reports why nothing can be selected.
      let selection = try? DirectSelection(selector), !selection.remaining.isEmpty
    else { return [] }
    return [
      .leftToShims(
        selection.remaining.map { ToolLeftToShims(tool: $0.pin.tool, reason: $0.reason) })
    ]
  }

  /// Returns the line of a startup file that puts the shims on PATH in new shells, or `nil` if
  /// there is none.
  private func startupLine() throws(Problem) -> Origin? {
    guard environment.path("HOME") != nil else { return nil }
    for shell in Shell.allCases {
      for file in try StartupFile.filesSetUp(for: shell, environment) {
        var text = file.text
        if let line = text.remove().first?.line {
          return .file(session.formatAbsolutePath(file.path), line: line)
        }
      }
    }
    return nil
  }

  // MARK: The root

  private func permission() -> [SetupFinding] {
    if !root.path.exists {
      return [.root(.missing(path: session.formatAbsolutePath(root.path)))]
    }
    if root.path.readOnlyFolder != nil {
      return [.root(.readOnly(path: session.formatAbsolutePath(root.path)))]
    }
    return []
  }

  /// Returns the folders of the root that are links, belong to somebody else, or are closed to the
  /// user, and the parts of it that others own or may change. For the root of another user, these
  /// are that user's business.
  private func folders(_ installations: InstallationExamination) -> [SetupFinding] {
    do { try root.checkOwner() } catch { return [.failure(Problem(error))] }
    let exposed = try? root.exposedParts()
    let faults =
      root.folderFaults(installations) + (exposed?.ofOthers ?? []).map(FileError.isOfOther)
    var found: [SetupFinding] = faults.map { .failure(Problem($0)) }
    let parts = exposed?.writableByOthers ?? []
    if !parts.isEmpty {
      found.append(
        .root(
          .writableByOthers(
            paths: parts.map(session.formatAbsolutePath),
            root: session.formatAbsolutePath(root.path))))
    }
    return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private func space() throws(Problem) -> [SetupFinding] {
    if !root.path.exists { return [] }
    let space = try mappingFileErrors(try root.path.freeSpace())
    if !space.isScarce { return [] }
    return [
      .root(
        .scarceSpace(
          path: session.formatAbsolutePath(root.path), byteCount: space.byteCount,
          fileCount: space.fileCount))
    ]
  }

  /// Returns whether a command was interrupted, unless the programs come from different releases.
  ///
  /// - Parameter mixed: What ``mixedPrograms()`` has found.
  private func unfinishedWork(_ mixed: [SetupFinding]) -> [SetupFinding] {
    if !mixed.isEmpty { return mixed }
    return findings { () throws(Problem) in
      let remains: [String]? = try mappingFileErrors { () throws(FileError) in
        if try root.unfinishedWork().isEmpty { return [] }
        // A running command finishes its work itself.
        return try FileLock.whileFree(root.stagingLock) { () throws(FileError) in
          try root.unfinishedWork()
        }
      }
      return remains?.isEmpty ?? true ? [] : [.root(.unfinishedWork)]
    }
  }

  /// Compares the clock with the newest of the files that every command reads. A day of difference
  /// may be a time zone.
  private func clock() throws(Problem) -> [SetupFinding] {
    let now = WallClock.now
    for file in [root.store, root.shims.path, root.installs.path, root.config] {
      let status = try mappingFileErrors(try file.status())
      if let modified = status?.modified, modified - 86_400 > now {
        return [
          .root(
            .clockBehind(
              now: "\(ReleaseTime(secondsSince1970: now))",
              file: session.formatAbsolutePath(file),
              modified: "\(ReleaseTime(secondsSince1970: modified))"))
        ]
      }
    }
    return []
  }

  // MARK: Settings and pins

  private func policy() throws(Problem) -> [SetupFinding] {
    let policy = try ChangeContext(session).policy()
    if policy.files.isEmpty { return [] }
    return [.policy(paths: policy.files.map(\.path), ruleCount: policy.rules.count)]
  }

  /// Returns the pins of other version managers that name no tool.
  func guests(_ chain: PinChain) -> [SetupFinding] {
    let passedOver = chain.directories.flatMap(\.passedOver)
    if passedOver.isEmpty { return [] }
    let registries = Registries.trusted(in: root)
    return passedOver.map { pin in
      .passedOver(pin, isDefined: pin.tool.map { registries.entry(of: $0) != nil } ?? false)
    }
  }

  private func settings() throws(Problem) -> [SetupFinding] {
    let keys = ConfigListing.keys
    let names = keys.map(\.name)
    let text = try mappingFileErrors { () throws(FileError) in
      SettingsText(try root.config.contentsIfPresent(limit: 1 << 20) ?? [])
    }
    let path = session.formatAbsolutePath(root.config)
    // Another check reports a policy that cannot be used.
    let policy = try? Policy.read()
    return text.entries.compactMap { entry -> SetupFinding? in
      let key = keys.first { $0.name == entry.key }
      let words = ([entry.key] + entry.values).joined(separator: " ")
      let origin = Origin.file(path, line: entry.line)
      if let key, key.accepts(entry.values) {
        if key.form == .groupsOfProject,
          let folder = GroupChoice.project(ofSubject: entry.values[0]), !folder.isDirectory
        {
          return .ineffectiveSetting(
            key: words, origin: origin, nearest: [], folder: session.formatAbsolutePath(folder))
        }
        if let value = key.correction(of: entry.values) {
          return .correctedSetting(words, origin: origin, inForce: value)
        }
        return policy?.line(overruling: entry).map { rule in
          .overruledSetting(words, origin: origin, by: rule)
        }
      }
      return .ineffectiveSetting(
        key: words, origin: origin,
        nearest: key == nil ? nearestNames(to: entry.key, in: names) : [])
    }
  }
}
