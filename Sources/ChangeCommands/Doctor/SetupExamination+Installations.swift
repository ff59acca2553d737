internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout
internal import Selection
internal import Terminal
internal import Vocabulary

extension SetupExamination {
  /// Returns the problems that keep the directory's tools from running: unreadable files, a stale
  /// lock, or tools that are not installed. Other checks report unfinished work and shims.
  func folder() throws(Problem) -> [SetupFinding] {
    let selector = session.selector()
    _ = try selector.pinChain().pins()
    let isSealed = (try selector.projectSeal()).map { $0.toolCount > 0 } ?? false
    if !isSealed, try selector.folderTools().asksForNone { return [] }
    do {
      return try session.folderState().problems.compactMap { problem in
        switch problem {
        case .project(.installation(.unfinishedWork)), .project(.installation(.missingShims)),
          .project(.installation(.occupiedShims)), .system(.missingProgram), .system(.noexec):
          nil
        default: .failure(problem)
        }
      }
    } catch {
      if case .project(.file(.noManifest)) = error { return [] }
      throw error
    }
  }

  /// Returns the pins of this directory without a lock whose installation lacks an executable, and
  /// the variables and global pins whose version is not installed. `check` reports the others.
  ///
  /// This only looks whether the executables exist. `verify` compares all files.
  func installations() throws(Problem) -> [SetupFinding] {
    let selector = session.selector()
    var findings: [SetupFinding] = []
    for pin in try selector.pinChain().pins() where pin.id == nil {
      guard case .exact = pin.version, let installation = pin.installation(in: root) else {
        continue
      }
      if !pin.isInstalled(in: root) {
        let isOwn = pin.place == .variable || pin.place == .globalPins
        if isOwn { findings.append(.failure(selector.notInstalled(pin))) }
        continue
      }
      let missing = try mappingFileErrors(try Self.missingFile(of: installation))
      if let missing {
        findings.append(
          .failure(
            .selection(.damaged(pin.report, path: session.formatAbsolutePath(missing)))))
      }
    }
    return findings
  }

  /// Returns the damage of the database, and where it and the links of the versions disagree with
  /// the installations.
  func store() async -> [SetupFinding] {
    do {
      let (present, broken, isUnfinished) = try mappingFileErrors { () throws(FileError) in
        (try root.installedVersions(), try brokenLinks(), try !root.unfinishedWork().isEmpty)
      }
      var findings: [SetupFinding] = []
      if !broken.isEmpty {
        findings.append(
          .root(.brokenVersions(broken, folder: session.formatAbsolutePath(root.installs.path))))
      }
      let views = try mappingFileErrors(
        try ToolView.flawed(in: root, now: WallClock.now).filter { $0.flaw == .damaged })
      if !views.isEmpty {
        let folders = views.map { session.formatAbsolutePath($0.folder) }
        findings.append(.failure(.project(.installation(.damagedViews(folders)))))
      }
      let path = session.formatAbsolutePath(root.store)
      // Opening a store that does not exist would create it.
      if !root.store.exists {
        return present.isEmpty ? findings : findings + [.root(.missingStore(path: path))]
      }
      let inventory = try await InstallationInventory.open(root)
      let damage = try await inventory.damage()
      if !damage.isEmpty { return findings + [.root(.damagedStore(path: path, details: damage))] }
      if root.isChangeable { try inventory.checkIsWritable() }
      // A running command records its changes at its end.
      if isUnfinished { return findings }
      let gone = try inventory.installations.inPlace().subtracting(present)
        .map { "\($0.tool) \($0.version)" }.sorted()
      return gone.isEmpty ? findings : findings + [.root(.goneVersions(gone))]
    } catch {
      return [.failure(error)]
    }
  }

  /// Returns the versions that pins may select, but whose link leads nowhere, as arguments of
  /// `install`.
  private func brokenLinks() throws(FileError) -> [String] {
    let parts = BlockingThread.resultsOfParts(of: try root.installedTools()) { [root] tools in
      Swift.Result { () throws(FileError) in try Self.brokenLinks(of: tools, in: root) }
    }
    var broken: [String] = []
    for part in parts { broken += try part.get() }
    return broken
  }

  private static func brokenLinks(
    of tools: ArraySlice<ToolName>, in root: Root
  ) throws(FileError) -> [String] {
    var broken: [String] = []
    try root.installs.openFolders(tools.map(\.text)) { folder, tool throws(FileError) in
      for link in try folder.links(isOnlyListing: true).map(\.string) {
        guard VersionText(link) != nil, try folder.status(of: link) == nil else { continue }
        broken.append("\(tool)@\(link)")
      }
    }
    return broken
  }

  /// Returns the receipt or the first executable that an installation lacks, or `nil` if it lacks
  /// none.
  private static func missingFile(of installation: FilePath) throws(FileError) -> FilePath? {
    guard let receipt = try Receipt.read(in: installation) else {
      return installation.appending(Receipt.fileName)
    }
    let bin = installation.appending("bin")
    return receipt.executables.map { bin.appending($0.name.text) }.first { !$0.exists }
  }
}
