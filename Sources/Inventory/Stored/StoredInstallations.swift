internal import Diagnostics
internal import Layout
internal import ObjectStore
internal import Synchronization
internal import Vocabulary

/// The stored repository of installations.
struct StoredInstallations: InstallationRepository {
  let connection: StoreConnection

  func inPlace() throws(Problem) -> Set<InstalledVersion> {
    try connection.read { snapshot throws(StoreError) in
      Set(try Self.identities(in: snapshot).values)
    }
  }

  func trashed() throws(Problem) -> Set<InstalledVersion> {
    try connection.read { snapshot throws(StoreError) in
      Set(try Self.identities(in: snapshot, where: !.isNil(\.removed)).values)
    }
  }

  /// Returns the recorded installations, keyed by the identity of their record. By default,
  /// excludes installations in the trash. Skips records with an invalid name, version, or content
  /// id.
  static func identities(
    in snapshot: borrowing some ReadAccess & ~Copyable,
    where predicate: Filter<InstallationRecord> = .isNil(\.removed)
  ) throws(StoreError) -> [Identity<InstallationRecord>: InstalledVersion] {
    let tools = try tools(in: snapshot)
    var installations: [Identity<InstallationRecord>: InstalledVersion] = [:]
    for (id, tool, version, content) in try snapshot.select(
      .property(\InstallationRecord.id), .property(\.tool), .property(\.version),
      .property(\.content), from: FetchRequest(InstallationRecord.self, where: predicate))
    {
      installations[id] = InstalledVersion(tool: tools[tool], version: version, content: content)
    }
    return installations
  }

  /// Returns the recorded tools, keyed by the identity of their record.
  static func tools(
    in snapshot: borrowing some ReadAccess & ~Copyable
  ) throws(StoreError) -> [Identity<ToolRecord>: ToolName] {
    var tools: [Identity<ToolRecord>: ToolName] = [:]
    try snapshot.forEach(FetchRequest(ToolRecord.self)) { tools[$0.id] = ToolName($0.name) }
    return tools
  }

  /// Returns the request for the record of an installation, including one in the trash.
  static func request(for installed: InstalledVersion) -> FetchRequest<InstallationRecord> {
    let (tool, version) = (installed.tool.text, installed.version.text)
    let content = installed.id.description
    return FetchRequest(
      InstallationRecord.self,
      where: .related(\.tool, \.name == tool) && \.version == version && \.content == content)
  }

  /// The maximum number of identities in a condition. SQLite limits the parameters of a statement.
  private static let batchSize = 10_000

  /// Runs `body` with the record identities of `installed`, at most ``batchSize`` at a time. Skips
  /// installations that are not recorded.
  private static func forEachBatch(
    of installed: [InstalledVersion], in transaction: borrowing Transaction,
    _ body: ([Identity<InstallationRecord>]) throws(StoreError) -> Void
  ) throws(StoreError) {
    var identities: [Identity<InstallationRecord>] = []
    for installed in installed {
      identities += try transaction.identities(request(for: installed))
    }
    for start in stride(from: 0, to: identities.count, by: batchSize) {
      try body(Array(identities[start..<min(start + batchSize, identities.count)]))
    }
  }

  /// Deletes the records of installations and everything that belongs to them.
  static func delete(
    _ installed: [InstalledVersion], in transaction: borrowing Transaction
  ) throws(StoreError) {
    try forEachBatch(of: installed, in: transaction) { identities throws(StoreError) in
      try transaction.execute(
        BatchDelete(InstallationRecord.self, where: .isIn(\.id, identities), returning: .status))
    }
  }

  func remove(_ installed: [InstalledVersion]) throws(Problem) {
    try connection.write { transaction throws(StoreError) in
      try Self.delete(installed, in: transaction)
    }
  }

  func trash(_ installed: [InstalledVersion], at time: Int64) throws(Problem) {
    try setRemoved(installed, to: Timestamp(secondsSince1970: time))
  }

  func restore(_ installed: [InstalledVersion]) throws(Problem) {
    try setRemoved(installed, to: nil)
  }

  private func setRemoved(_ installed: [InstalledVersion], to time: Timestamp?) throws(Problem) {
    try connection.write { transaction throws(StoreError) in
      try Self.forEachBatch(of: installed, in: transaction) { identities throws(StoreError) in
        try transaction.execute(
          BatchUpdate(InstallationRecord.self, where: .isIn(\.id, identities), returning: .status)
            .setting(\.removed, to: time))
        // The files may change while they are in the trash, so the verification no longer applies.
        try transaction.execute(
          BatchDelete(
            VerificationRecord.self, where: .isIn(\.installation, identities),
            returning: .status))
      }
    }
  }

  func emptyTrash(before time: Int64?) async throws(Problem) {
    var isOld: Filter<InstallationRecord> = !.isNil(\.removed)
    if let time {
      let limit: Timestamp? = Timestamp(secondsSince1970: time)
      isOld = isOld && \.removed < limit
    }
    let found = FetchRequest(InstallationRecord.self, where: isOld)
    let exist = try connection.read { snapshot throws(StoreError) in try snapshot.exists(found) }
    // Also deletes the records of all their files, of which there may be millions.
    if exist {
      try await connection.executeCancellably(BatchDelete(where: isOld, returning: .status))
    }
  }

  func recordLastUses(_ uses: [InstalledVersion: Int64]) throws(Problem) {
    // Until the edits are saved, another command may remove an installation or record a later use.
    let later = EditPolicy<InstallationRecord>.merge { conflict throws(StoreError) in
      guard var result = conflict.stored else { return nil }
      result.lastUsed = [conflict.edited?.lastUsed, result.lastUsed].compactMap(\.self).max()
      return result
    }
    let edits = try connection.read { snapshot throws(StoreError) in
      var edits = Edits(InstallationRecord.self, onConflict: later)
      let days = try Self.laterDays(uses, in: snapshot)
      let identities = Array(days.keys)
      for start in stride(from: 0, to: identities.count, by: Self.batchSize) {
        let batch = Array(identities[start..<min(start + Self.batchSize, identities.count)])
        try snapshot.forEach(FetchRequest(InstallationRecord.self, where: .isIn(\.id, batch))) {
          guard let day = days[$0.id] else { return }
          edits.change($0) { $0.lastUsed = day }
        }
      }
      return edits
    }
    if edits.count == 0 { return }
    try connection.write { transaction throws(StoreError) in _ = try transaction.execute(edits) }
  }

  /// Returns the days of those uses that are later than the recorded ones. Every change to a root
  /// asks for this, and there are few such uses, so it selects only the needed columns.
  private static func laterDays(
    _ uses: [InstalledVersion: Int64], in snapshot: borrowing Snapshot
  ) throws(StoreError) -> [Identity<InstallationRecord>: Timestamp] {
    if uses.isEmpty { return [:] }
    let tools = try tools(in: snapshot)
    var days: [Identity<InstallationRecord>: Timestamp] = [:]
    for (id, tool, version, content, lastUsed) in try snapshot.select(
      .property(\InstallationRecord.id), .property(\.tool), .property(\.version),
      .property(\.content), .property(\.lastUsed),
      from: FetchRequest(InstallationRecord.self, where: .isNil(\.removed)))
    {
      guard
        let installed = InstalledVersion(tool: tools[tool], version: version, content: content),
        let use = uses[installed]
      else { continue }
      let day = Timestamp(secondsSince1970: RecordedInstallation.day(of: use))
      if day > lastUsed ?? .init(rawValue: 0) { days[id] = day }
    }
    return days
  }

  func watch() -> InstallationWatch {
    final class Changes: Sendable { let areSeen = Mutex(false) }
    let changes = Changes()
    let observation = connection.observe { set in
      let isOfInstallations = ChangeKind.allCases.contains { kind in
        set.count(of: InstallationRecord.self, kind) > 0
      }
      if isOfInstallations || !set.isComplete { changes.areSeen.withLock { $0 = true } }
    }
    return InstallationWatch {
      withExtendedLifetime(observation) { changes.areSeen.withLock(\.self) }
    }
  }

  func changes(
    during body: () async throws(Problem) -> Void
  ) async throws(Problem) -> InventoryChanges {
    let added = Mutex<Set<Identity<InstallationRecord>>>([])
    let deletedCount = Mutex(0)
    let observation = connection.observe { changes in
      let deleted = changes.identities(of: InstallationRecord.self, .deleted)
      deletedCount.withLock { $0 += deleted.count }
      added.withLock {
        $0.subtract(deleted)
        $0.formUnion(changes.identities(of: InstallationRecord.self, .inserted))
      }
    }
    try await body()
    withExtendedLifetime(observation) {}
    let identities = Array(added.withLock(\.self))
    let installations = try connection.read { snapshot throws(StoreError) in
      try Self.identities(in: snapshot, where: .isIn(\.id, identities)).values
    }
    return InventoryChanges(added: installations, deletedCount: deletedCount.withLock(\.self))
  }
}
