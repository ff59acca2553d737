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

  /// The model of the store. The application id is "btsp" in ASCII.
  static let model = Model(
    version: 3, applicationID: 0x6274_7370,
    entities: [
      ToolRecord.self, InstallationRecord.self, FileRecord.self, ExecutableRecord.self,
      ProjectRecord.self, UseRecord.self, VerificationRecord.self,
    ],
    migrations: [
      Migration(to: 2) { schema throws(StoreError) in try schema.create(VerificationRecord.self) },
      Migration(to: 3) { schema throws(StoreError) in try schema.execute(forgetOutdatedIDs) },
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

  /// Records installations with all their files, in one transaction. An existing record of an
  /// installation is replaced.
  package func record(_ receipts: [Receipt]) throws(Problem) {
    try write { transaction throws(StoreError) in
      for receipt in receipts { try Self.record(receipt, in: transaction) }
    }
  }

  /// Records one installation in a transaction, replacing an existing record.
  private static func record(
    _ receipt: Receipt, in transaction: borrowing Transaction
  ) throws(StoreError) {
    let tool = try transaction.upsert(ToolRecord(name: receipt.tool.text), on: .on(\.name))
    try remove(receipt.tool.text, receipt.version.text, receipt.id.description, in: transaction)
    let installation = try transaction.insert(
      InstallationRecord(
        tool: tool, version: receipt.version.text, content: receipt.id.description,
        platform: receipt.platform.rawValue, source: receipt.source, format: receipt.format.text,
        digest: receipt.digest.stored, size: receipt.size, unpackedSize: receipt.unpackedSize,
        installed: .now))
    for file in receipt.files {
      _ = try transaction.insert(
        FileRecord(
          installation: installation, path: file.path, size: file.size, mode: Int(file.mode),
          digest: file.digest.stored))
    }
    for executable in receipt.executables {
      _ = try transaction.insert(
        ExecutableRecord(
          installation: installation, name: executable.name.text, path: executable.path))
    }
  }

  /// Deletes the record of an installation, and with it the records of its files, executables, and
  /// verification. Does nothing if the installation is not recorded.
  package func remove(_ installed: InstalledVersion) throws(Problem) {
    try write { transaction throws(StoreError) in
      try Self.remove(
        installed.tool.text, installed.version.text, installed.id.description, in: transaction)
    }
  }

  /// Deletes the records of an installation in a transaction. `content` is its content id.
  private static func remove(
    _ tool: String, _ version: String, _ content: String, in transaction: borrowing Transaction
  ) throws(StoreError) {
    let known = FetchRequest(
      InstallationRecord.self,
      where: .related(\.tool, \.name == tool) && \.version == version && \.content == content)
    for identity in try transaction.identities(known) { _ = try transaction.delete(identity) }
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
    try read { snapshot throws(StoreError) in
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
  }

  /// Runs `body` in one snapshot of the store. An error of the store is rethrown as a ``Problem``.
  private func read<Value: Sendable>(
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
  private func write(_ body: (borrowing Transaction) throws(StoreError) -> Void) throws(Problem) {
    do throws(StoreError) {
      try store.write(body)
    } catch {
      throw Problem(error, path: path)
    }
  }
}

/// The result of comparing an installation with its receipt.
package struct Verification: Hashable, Sendable {
  /// The installation that was compared.
  package let installed: InstalledVersion
  /// The time of the comparison, in nanoseconds since 1970.
  package let time: Int64
  /// The number of files compared.
  package let fileCount: Int
  /// The number of files and links that differ from the receipt, including added ones.
  package let damagedCount: Int

  /// Creates a result. A `damagedCount` of 0 means that the installation is intact.
  package init(installed: InstalledVersion, time: Int64, fileCount: Int, damagedCount: Int) {
    self.installed = installed
    self.time = time
    self.fileCount = fileCount
    self.damagedCount = damagedCount
  }
}

extension SHA256Digest {
  /// The digest in the type that the store uses.
  fileprivate var stored: Digest256 {
    guard let stored = Digest256(bytes) else { preconditionFailure("both have 32 bytes") }
    return stored
  }
}
