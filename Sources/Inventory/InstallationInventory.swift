package import Diagnostics
package import Filesystem
package import Layout
internal import Manifests
internal import ObjectStore

/// The installations and the projects that use them, as recorded in the store. Tools run from
/// the folders under `installs/`. The inventory records the files that those folders must contain.
package struct InstallationInventory: Sendable {
  private let store: Store
  private let path: FilePath

  /// The entities of the store.
  private static let entities: [any Entity.Type] = [
    ToolRecord.self, InstallationRecord.self, FileRecord.self, LinkRecord.self, PartRecord.self,
    ExecutableRecord.self, ProjectRecord.self, UseRecord.self, VerificationRecord.self,
  ]

  /// The model of the store. The application id is "btsp" in ASCII.
  static let model = Model(
    version: 5, applicationID: 0x6274_7370, entities: entities,
    migrations: [
      Migration(to: 2) { schema throws(StoreError) in try schema.create(VerificationRecord.self) },
      Migration(to: 3) { schema throws(StoreError) in try schema.execute(forgetOutdatedIDs) },
      Migration(to: 4) { schema throws(StoreError) in
        try schema.execute(addOrigins)
        try schema.create(LinkRecord.self)
        try schema.create(PartRecord.self)
      },
      // The rules of a maximum length have changed, and earlier steps did not add every rule.
      Migration(to: 5) { schema in try schema.conform(to: entities) },
    ])

  /// The SQL text that removes the records of installations with content ids of the outdated length
  /// of 12 digits. A project that is recorded as using such an installation is then recorded as
  /// using that version, without a content id.
  private static let forgetOutdatedIDs =
    ["file", "executable", "verification"].map {
      """
      DELETE FROM "\($0)" WHERE installation IN
        (SELECT id FROM installation WHERE length(content) = 12);
      """
    }.joined() + """
      DELETE FROM installation WHERE length(content) = 12;
      UPDATE "use" SET content = NULL WHERE length(content) = 12;
      """

  /// The SQL text that adds the columns of schema version 4. Earlier versions did not record
  /// whether an installation was recorded by its install, so no earlier record counts as such.
  private static let addOrigins = """
    ALTER TABLE installation ADD COLUMN from_install INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE executable ADD COLUMN declared INTEGER NOT NULL DEFAULT 0;
    """

  /// Opens the store of `root`. Creates the store if it is missing, and migrates it if its schema
  /// is of an earlier version.
  ///
  /// - Throws: The ``Problem`` with the store, such as a newer version or a missing permission.
  package static func open(_ root: Root) async throws(Problem) -> InstallationInventory {
    // If the folder is not writable, SQLite reports only that the file does not exist.
    if !root.store.exists, !root.path.isWritable {
      throw Problem(FileError.permissionDenied(root.store))
    }
    do throws(StoreError) {
      let store = try await Store.open(.file(root.store.string), model: model) { _ in }
      return InstallationInventory(store: store, path: root.store)
    } catch {
      throw Problem(error, path: root.store)
    }
  }

  /// Removes the drafts of a root's store that killed processes left behind.
  package static func removeAbandonedDrafts(of root: Root) {
    Store.removeAbandonedDrafts(of: root.store.string)
  }

  /// Returns a description of each damaged part of the store. Empty if the store is intact.
  package func damage() throws(Problem) -> [String] {
    do throws(StoreError) {
      return try store.verify()
    } catch {
      throw Problem(error, path: path)
    }
  }

  /// Deletes the records of installations, and with them the records of their files, executables,
  /// and verifications. Skips installations that are not recorded.
  package func remove(_ installations: [InstalledVersion]) throws(Problem) {
    try write { transaction throws(StoreError) in
      for installed in installations { try Self.remove(installed, in: transaction) }
    }
  }

  /// Deletes the records of an installation in a transaction.
  static func remove(
    _ installed: InstalledVersion, in transaction: borrowing Transaction
  ) throws(StoreError) {
    for identity in try transaction.identities(request(for: installed)) {
      _ = try transaction.delete(identity)
    }
  }

  /// Returns the request for the record of an installation.
  static func request(for installed: InstalledVersion) -> FetchRequest<InstallationRecord> {
    let (tool, version) = (installed.tool.text, installed.version.text)
    let content = installed.id.description
    return FetchRequest(
      InstallationRecord.self,
      where: .related(\.tool, \.name == tool) && \.version == version && \.content == content)
  }

  /// Returns the recorded installations.
  package func installations() throws(Problem) -> Set<InstalledVersion> {
    try read { snapshot throws(StoreError) in Set(try Self.installations(in: snapshot).values) }
  }

  /// Returns the recorded installations by the identities of their records. Skips records with an
  /// invalid name, version, or content id.
  private static func installations(
    in snapshot: borrowing some ReadAccess & ~Copyable
  ) throws(StoreError) -> [Identity<InstallationRecord>: InstalledVersion] {
    var tools: [Identity<ToolRecord>: ToolName] = [:]
    for tool in try snapshot.fetch(FetchRequest(ToolRecord.self)) {
      tools[tool.id] = ToolName(tool.name)
    }
    var installations: [Identity<InstallationRecord>: InstalledVersion] = [:]
    for record in try snapshot.fetch(FetchRequest(InstallationRecord.self)) {
      guard let tool = tools[record.tool], let version = VersionText(record.version),
        let id = ContentID(record.content)
      else { continue }
      installations[record.id] = InstalledVersion(tool: tool, version: version, id: id)
    }
    return installations
  }

  /// Records the results of verifications, replacing earlier ones for the same installations. Skips
  /// a result if its installation is not recorded. The next change of the root records the
  /// installation.
  package func record(_ verifications: [Verification]) throws(Problem) {
    try write { transaction throws(StoreError) in
      var identities: [InstalledVersion: Identity<InstallationRecord>] = [:]
      for (identity, installed) in try Self.installations(in: transaction) {
        identities[installed] = identity
      }
      for verification in verifications {
        guard let installation = identities[verification.installed] else { continue }
        _ = try transaction.upsert(
          VerificationRecord(
            installation: installation, time: Timestamp(rawValue: verification.time),
            files: verification.fileCount, damaged: verification.damagedCount),
          on: .on(\.installation))
      }
    }
  }

  /// Returns the result of the last verification of each recorded installation that was verified.
  package func verifications() throws(Problem) -> [InstalledVersion: Verification] {
    try read { snapshot throws(StoreError) in
      let installations = try Self.installations(in: snapshot)
      var verifications: [InstalledVersion: Verification] = [:]
      for record in try snapshot.fetch(FetchRequest(VerificationRecord.self)) {
        guard let installed = installations[record.installation] else { continue }
        verifications[installed] = Verification(
          installed: installed, time: record.time.rawValue, fileCount: record.files,
          damagedCount: record.damaged)
      }
      return verifications
    }
  }

  /// Records the versions that the project in `folder` uses, replacing those recorded earlier.
  package func register(_ folder: FilePath, uses: [VersionUse]) throws(Problem) {
    try write { transaction throws(StoreError) in
      let project = try transaction.upsert(
        ProjectRecord(path: folder.string, seen: .now), on: .on(\.path))
      for old in try transaction.identities(
        FetchRequest(UseRecord.self, where: \.project == project))
      {
        _ = try transaction.delete(old)
      }
      for use in uses {
        _ = try transaction.insert(
          UseRecord(
            project: project, tool: use.tool.text, version: use.version.text,
            content: use.id?.description))
      }
    }
  }

  /// Returns the folders of all recorded projects, in no particular order.
  package func projects() throws(Problem) -> [FilePath] {
    try read { snapshot throws(StoreError) in
      try snapshot.fetch(FetchRequest(ProjectRecord.self)).map { FilePath($0.path) }
    }
  }

  /// Returns the folders of the projects that use an installation, sorted by path. A project
  /// whose recorded use has no content id is included: it uses the version, whatever its content.
  package func users(of installed: InstalledVersion) throws(Problem) -> [String] {
    try read { snapshot throws(StoreError) in try Self.users(of: installed, in: snapshot) }
  }

  /// Returns the users of an installation in a snapshot. See ``users(of:)``.
  static func users(
    of installed: InstalledVersion, in snapshot: borrowing Snapshot
  ) throws(StoreError) -> [String] {
    let content: String? = installed.id.description
    let uses = try snapshot.fetch(
      FetchRequest(
        UseRecord.self,
        where: \.tool == installed.tool.text && \.version == installed.version.text
          && (\.content == content || \.content == nil)))
    var folders: [String] = []
    for use in uses {
      if let project = try snapshot.find(use.project) { folders.append(project.path) }
    }
    return folders.sorted()
  }

  /// Runs `body` in one snapshot of the store. An error of the store is rethrown as a ``Problem``.
  func read<Value: Sendable>(
    _ body: (borrowing Snapshot) throws(StoreError) -> Value
  ) throws(Problem) -> Value {
    do throws(StoreError) {
      return try store.read(body)
    } catch {
      throw Problem(error, path: path)
    }
  }

  /// Runs `body` in one transaction of the store. An error of the store is rethrown as a
  /// ``Problem``.
  func write(_ body: (borrowing Transaction) throws(StoreError) -> Void) throws(Problem) {
    do throws(StoreError) {
      try store.write(body)
    } catch {
      throw Problem(error, path: path)
    }
  }
}
