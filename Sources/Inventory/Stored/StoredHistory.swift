internal import Diagnostics
internal import Filesystem
internal import Layout
internal import ObjectStore
internal import Vocabulary

/// The stored history of changes.
struct StoredHistory: HistoryRepository {
  let connection: StoreConnection

  func save(_ drafts: [RecordedChange.Draft]) throws(Problem) {
    let drafts = drafts.filter { !$0.isEmpty }
    if drafts.isEmpty { return }
    try connection.write { transaction throws(StoreError) in
      for draft in drafts { try Self.save(draft, in: transaction) }
    }
  }

  /// Saves a change. Reads the receipts of removed installations from their records.
  private static func save(
    _ draft: RecordedChange.Draft, in transaction: borrowing Transaction
  ) throws(StoreError) {
    let change = try transaction.insert(
      ChangeRecord(time: .now, command: draft.command, project: draft.folder?.string))
    var records: [ChangedInstallationRecord] = []
    for (part, isAdded) in draft.added.map({ ($0, true) }) + draft.removed.map({ ($0, false) }) {
      records.append(
        ChangedInstallationRecord(
          change: change, tool: part.installed.tool.text, version: part.installed.version.text,
          content: part.installed.id.description, isAdded: isAdded, size: part.size,
          origin: isAdded ? nil : try origin(of: part.installed, in: transaction)))
    }
    try transaction.execute(BatchInsert(records, returning: .status))
    let oldest = Identity<ChangeRecord>(
      rawValue: change.rawValue - Int64(RecordedChange.maximumCount))
    try transaction.execute(
      BatchDelete(ChangeRecord.self, where: \.id <= oldest, returning: .status))
  }

  /// Returns the text of an installation's receipt without files and links, or `nil` if the
  /// installation is not recorded. Its record is kept only as long as the trash contains its files.
  private static func origin(
    of installed: InstalledVersion, in transaction: borrowing Transaction
  ) throws(StoreError) -> String? {
    guard let record = try transaction.first(StoredInstallations.request(for: installed)) else {
      return nil
    }
    return try RecordedOrigin(record, in: transaction).receipt(of: installed)?.originText
  }

  func changes(in scope: HistoryScope) throws(Problem) -> [RecordedChange] {
    var predicate = Filter<ChangeRecord>.all
    if let start = scope.start {
      predicate = predicate && \.time >= Timestamp(secondsSince1970: start)
    }
    if let tool = scope.tool?.text {
      predicate =
        predicate
        && .exists(ChangedInstallationRecord.self, via: \.change, where: \.tool == tool)
    }
    return try changes(where: predicate)
  }

  func value(_ number: Int) throws(Problem) -> RecordedChange? {
    try changes(where: \.id == Identity(rawValue: Int64(number))).first
  }

  // Skips parts with an invalid name, version, or content id, which this program never writes.
  private func changes(where predicate: Filter<ChangeRecord>) throws(Problem) -> [RecordedChange] {
    let fetch = FetchRequest(where: predicate, sortedBy: [.descending(\ChangeRecord.id)])
    return try connection.read { snapshot throws(StoreError) in
      var parts: [Identity<ChangeRecord>: [ChangedInstallationRecord]] = [:]
      let isIncluded = Filter<ChangedInstallationRecord>.related(\.change, predicate)
      try snapshot.forEach(FetchRequest(where: isIncluded)) { part in
        parts[part.change, default: []].append(part)
      }
      return try snapshot.fetch(fetch).map { change in
        let own = parts[change.id] ?? []
        return RecordedChange(
          number: Int(change.id.rawValue), time: change.time.secondsSince1970,
          command: change.command, folder: change.project.map { FilePath($0) },
          added: own.filter(\.isAdded).compactMap(RecordedChange.Part.init).sorted,
          removed: own.filter { !$0.isAdded }.compactMap(RecordedChange.Part.init).sorted)
      }
    }
  }

  func newest() throws(Problem) -> Int? {
    try connection.read { snapshot throws(StoreError) in
      try snapshot.first(FetchRequest(ChangeRecord.self, sortedBy: [.descending(\.id)]))
        .map { Int($0.id.rawValue) }
    }
  }

  func start() throws(Problem) -> Int64? {
    try connection.read { snapshot throws(StoreError) in
      try snapshot.first(
        FetchRequest(ChangeRecord.self, sortedBy: [.ascending(\.id)]))?.time.secondsSince1970
    }
  }
}

extension RecordedChange.Part {
  /// Creates the part for a record, or returns `nil` if a value of the record is invalid.
  fileprivate init?(_ record: ChangedInstallationRecord) {
    guard
      let installed = InstalledVersion(
        tool: ToolName(record.tool), version: record.version, content: record.content)
    else { return nil }
    self.init(installed, size: record.size, originText: record.origin)
  }
}
