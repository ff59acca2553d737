internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout
internal import Selection
internal import Vocabulary

/// Compares the database with the installations.
extension SetupExamination {
  /// An opened database.
  struct Database {
    let inventory: InstallationInventory
    /// The details of its damage.
    let damage: [String]
    /// The installations that it records. Empty if it is damaged.
    let recorded: Set<InstalledVersion>
  }

  /// Opens the database and looks for damage, which takes longer than most checks. Returns `nil` if
  /// there is no database.
  func database() async -> Swift.Result<Database?, Problem> {
    // Opening a database that does not exist would create it.
    guard root.store.exists else { return .success(nil) }
    do {
      let inventory = try await InstallationInventory.open(root)
      let damage = try await inventory.damage()
      let recorded = damage.isEmpty ? try inventory.installations.inPlace() : []
      return .success(Database(inventory: inventory, damage: damage, recorded: recorded))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the damage of the database, and where it and the links of the versions disagree with
  /// the installations.
  ///
  /// - Parameters:
  ///   - database: The result of ``database()``.
  ///   - installations: What the folders of the tools contain.
  func store(
    _ database: Swift.Result<Database?, Problem>, _ installations: InstallationExamination
  ) -> [SetupFinding] {
    var findings = brokenVersions(installations)
    do {
      let present = try mappingFileErrors(try installations.folders.installed)
      findings += try damagedViews()
      let path = session.formatAbsolutePath(root.store)
      guard let database = try database.get() else {
        // The first install may have created it since.
        if present.isEmpty || root.store.exists { return findings }
        return findings + [.root(.missingStore(path: path))]
      }
      if !database.damage.isEmpty {
        return findings + [.root(.damagedStore(path: path, details: database.damage))]
      }
      if root.isChangeable { try database.inventory.checkIsWritable() }
      return findings + (try goneVersions(database, present))
    } catch {
      return findings + [.failure(error)]
    }
  }

  private func brokenVersions(_ installations: InstallationExamination) -> [SetupFinding] {
    if installations.brokenLinks.isEmpty { return [] }
    // As arguments of `install`.
    let broken = installations.brokenLinks.map { "\($0.tool)@\($0.version)" }
    return [.root(.brokenVersions(broken, folder: session.formatAbsolutePath(root.installs.path)))]
  }

  private func damagedViews() throws(Problem) -> [SetupFinding] {
    let views = try mappingFileErrors(
      try ToolView.flawed(in: root, now: WallClock.now, comparing: .times)
        .filter { $0.flaw == .damaged })
    if views.isEmpty { return [] }
    let folders = views.map { session.formatAbsolutePath($0.folder) }
    return [.failure(.project(.installation(.damagedViews(folders))))]
  }

  private func goneVersions(
    _ database: Database, _ present: [InstalledVersion]
  ) throws(Problem) -> [SetupFinding] {
    let missing = database.recorded.subtracting(present)
    if missing.isEmpty { return [] }
    // A running command records its changes at its end.
    if try mappingFileErrors({ () throws(FileError) in try !root.unfinishedWork().isEmpty }) {
      return []
    }
    // A command may have ended since the database or the folders were read.
    let recorded = try database.inventory.installations.inPlace().intersection(missing)
    let gone = try mappingFileErrors { () throws(FileError) in
      var gone: [InstalledVersion] = []
      for installed in recorded
      where try root.folder(of: installed).linkStatus()?.kind != .directory {
        gone.append(installed)
      }
      return gone
    }
    if gone.isEmpty { return [] }
    return [.root(.goneVersions(gone.map { "\($0.tool) \($0.version)" }.sorted()))]
  }
}
