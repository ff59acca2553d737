package import Diagnostics
package import Layout
internal import ObjectStore
internal import Vocabulary

extension InstallationInventory {
  /// Returns the recorded installations, without those in the trash.
  package func installations() throws(Problem) -> Set<InstalledVersion> {
    try read { snapshot throws(StoreError) in Set(try Self.installations(in: snapshot).values) }
  }

  /// Returns the recorded installations in the trash, which may have been installed again.
  package func trashed() throws(Problem) -> Set<InstalledVersion> {
    try read { snapshot throws(StoreError) in
      Set(try Self.installations(in: snapshot, where: !.isNil(\.removed)).values)
    }
  }

  /// Returns the recorded installations by the identities of their records, by default without
  /// those in the trash. Skips records with an invalid name, version, or content id.
  static func installations(
    in snapshot: borrowing some ReadAccess & ~Copyable,
    where predicate: Filter<InstallationRecord> = .isNil(\.removed)
  ) throws(StoreError) -> [Identity<InstallationRecord>: InstalledVersion] {
    let tools = try tools(in: snapshot)
    var installations: [Identity<InstallationRecord>: InstalledVersion] = [:]
    for (id, tool, version, content) in try snapshot.select(
      .property(\InstallationRecord.id), .property(\.tool), .property(\.version),
      .property(\.content), from: FetchRequest(InstallationRecord.self, where: predicate))
    {
      guard let tool = tools[tool], let version = VersionText(version),
        let content = ContentID(content)
      else { continue }
      installations[id] = InstalledVersion(tool: tool, version: version, id: content)
    }
    return installations
  }

  /// Returns the recorded tools by the identities of their records.
  static func tools(
    in snapshot: borrowing some ReadAccess & ~Copyable
  ) throws(StoreError) -> [Identity<ToolRecord>: ToolName] {
    var tools: [Identity<ToolRecord>: ToolName] = [:]
    try snapshot.forEach(FetchRequest(ToolRecord.self)) { tools[$0.id] = ToolName($0.name) }
    return tools
  }

  /// Returns the request for the record of an installation, also if that is in the trash.
  static func request(for installed: InstalledVersion) -> FetchRequest<InstallationRecord> {
    let (tool, version) = (installed.tool.text, installed.version.text)
    let content = installed.id.description
    return FetchRequest(
      InstallationRecord.self,
      where: .related(\.tool, \.name == tool) && \.version == version && \.content == content)
  }

  /// The number of identities in one condition. SQLite limits the parameters of a statement.
  private static let batchSize = 10_000

  /// Runs `body` for the identities of the records of `installed`, at most ``batchSize`` at a time.
  /// Skips installations that are not recorded.
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

  /// Deletes the records of installations in a transaction, and with them everything recorded about
  /// them.
  static func delete(
    _ installed: [InstalledVersion], in transaction: borrowing Transaction
  ) throws(StoreError) {
    try forEachBatch(of: installed, in: transaction) { identities throws(StoreError) in
      try transaction.execute(
        BatchDelete(InstallationRecord.self, where: .isIn(\.id, identities), returning: .status))
    }
  }

  /// Deletes the records of installations that were deleted, and with them everything recorded
  /// about them, in one transaction. Skips installations that are not recorded.
  package func remove(_ installed: [InstalledVersion]) throws(Problem) {
    try write { transaction throws(StoreError) in try Self.delete(installed, in: transaction) }
  }

  /// Records that installations were moved to the trash, in one transaction. Skips installations
  /// that are not recorded.
  ///
  /// - Parameter time: The time in the names of their entries in the trash, in seconds since 1970.
  package func trash(_ installed: [InstalledVersion], at time: Int64) throws(Problem) {
    try setRemoved(installed, to: Timestamp(secondsSince1970: time))
  }

  /// Records that installations were moved back from the trash, in one transaction.
  package func restore(_ installed: [InstalledVersion]) throws(Problem) {
    try setRemoved(installed, to: nil)
  }

  private func setRemoved(_ installed: [InstalledVersion], to time: Timestamp?) throws(Problem) {
    try write { transaction throws(StoreError) in
      try Self.forEachBatch(of: installed, in: transaction) { identities throws(StoreError) in
        try transaction.execute(
          BatchUpdate(InstallationRecord.self, where: .isIn(\.id, identities), returning: .status)
            .setting(\.removed, to: time))
        // The files may change while they are in the trash.
        try transaction.execute(
          BatchDelete(
            VerificationRecord.self, where: .isIn(\.installation, identities),
            returning: .status))
      }
    }
  }

  /// Deletes the records of the installations that were moved to the trash before `time`, in
  /// seconds since 1970.
  package func emptyTrash(before time: Int64) async throws(Problem) {
    let limit: Timestamp? = Timestamp(secondsSince1970: time)
    try await deleteTrashed(where: \.removed < limit)
  }

  /// Deletes the records of all installations in the trash, in one transaction, unless the task is
  /// canceled.
  package func emptyTrash() async throws(Problem) {
    try await deleteTrashed(where: !.isNil(\.removed))
  }

  private func deleteTrashed(
    where condition: Filter<InstallationRecord>
  ) async throws(Problem) {
    let isOld: Filter<InstallationRecord> = !.isNil(\.removed) && condition
    let exist = try read { snapshot throws(StoreError) in
      try snapshot.exists(FetchRequest(InstallationRecord.self, where: isOld))
    }
    // With them go the records of all their files, of which there may be millions.
    if exist { try await executeCancellably(BatchDelete(where: isOld, returning: .status)) }
  }

  /// The number of seconds in a day.
  private static let day: Int64 = 86_400

  /// Records the last uses of installations, in one transaction. Only the day of a use is kept, so
  /// that few records change.
  ///
  /// - Parameter uses: The times of the last uses, in seconds since 1970. Skips installations that
  ///   are not recorded.
  package func recordLastUses(_ uses: [InstalledVersion: Int64]) throws(Problem) {
    let days = uses.mapValues { Timestamp(secondsSince1970: $0 / Self.day * Self.day) }
    // Before the edits are saved, another command may remove an installation or record a later use.
    let later = EditPolicy<InstallationRecord>.merge { conflict throws(StoreError) in
      guard var result = conflict.stored else { return nil }
      result.lastUsed = [conflict.edited?.lastUsed, result.lastUsed].compactMap(\.self).max()
      return result
    }
    let edits = try read { snapshot throws(StoreError) in
      var edits = Edits(InstallationRecord.self, onConflict: later)
      let known = try Self.installations(in: snapshot)
      try snapshot.forEach(FetchRequest(InstallationRecord.self, where: .isNil(\.removed))) {
        guard let installed = known[$0.id], let day = days[installed],
          day > $0.lastUsed ?? .init(rawValue: 0)
        else { return }
        edits.change($0) { $0.lastUsed = day }
      }
      return edits
    }
    if edits.count == 0 { return }
    try write { transaction throws(StoreError) in _ = try transaction.execute(edits) }
  }
}
