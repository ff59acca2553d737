package import Diagnostics
package import Filesystem
package import Layout
internal import ObjectStore
package import Vocabulary

/// What a request for recorded changes includes.
package struct HistoryScope: Hashable, Sendable {
  /// The tool that a change must concern, or `nil` for any.
  package var tool: ToolName?
  /// The earliest time of a change, in seconds since 1970, or `nil` for any.
  package var start: Int64?
  /// The number of the change, or `nil` for any.
  package var number: Int?

  /// Creates a scope that includes every change.
  package init() {}
}

extension InstallationInventory {
  /// The maximum number of recorded changes. Each further one replaces the oldest.
  package static let maximumChangeCount = 10_000

  /// Returns the sizes of all recorded installations in bytes, without those in the trash.
  package func installationSizes() throws(Problem) -> [InstalledVersion: Int] {
    try read { snapshot throws(StoreError) in
      let installations = try Self.installations(in: snapshot)
      var sizes: [InstalledVersion: Int] = [:]
      for (id, size) in try snapshot.select(
        .property(\InstallationRecord.id), .property(\.unpackedSize),
        from: FetchRequest(InstallationRecord.self, where: .isNil(\.removed)))
      {
        if let installed = installations[id] { sizes[installed] = size }
      }
      return sizes
    }
  }

  /// Records a change, and deletes the oldest ones beyond ``maximumChangeCount``. Does not record a
  /// change without parts. Takes the origins of what was removed from its records.
  ///
  /// - Parameters:
  ///   - command: The name of the command.
  ///   - folder: The folder for which it ran, or `nil` if it concerned the whole root.
  ///   - added: The installations that it added.
  ///   - removed: The installations that it removed.
  package func recordChange(
    by command: String, for folder: FilePath?, added: [RecordedChange.Part],
    removed: [RecordedChange.Part]
  ) throws(Problem) {
    if added.isEmpty && removed.isEmpty { return }
    try write { transaction throws(StoreError) in
      let change = try transaction.insert(
        ChangeRecord(time: .now, command: command, project: folder?.string))
      var records: [ChangedInstallationRecord] = []
      for (part, isAdded) in added.map({ ($0, true) }) + removed.map({ ($0, false) }) {
        records.append(
          ChangedInstallationRecord(
            change: change, tool: part.installed.tool.text, version: part.installed.version.text,
            content: part.installed.id.description, isAdded: isAdded, size: part.size,
            origin: isAdded ? nil : try Self.origin(of: part.installed, in: transaction)))
      }
      try transaction.execute(BatchInsert(records, returning: .status))
      let oldest = Identity<ChangeRecord>(
        rawValue: change.rawValue - Int64(Self.maximumChangeCount))
      try transaction.execute(
        BatchDelete(ChangeRecord.self, where: \.id <= oldest, returning: .status))
    }
  }

  /// Returns the recorded changes in `scope`, the newest first. Leaves out parts with an invalid
  /// name, version, or content id, which this program never records.
  package func changes(in scope: HistoryScope) throws(Problem) -> [RecordedChange] {
    var predicate = Filter<ChangeRecord>.all
    if let start = scope.start {
      predicate = predicate && \.time >= Timestamp(secondsSince1970: start)
    }
    if let number = scope.number {
      predicate = predicate && \.id == Identity(rawValue: Int64(number))
    }
    if let tool = scope.tool?.text {
      predicate =
        predicate
        && .exists(ChangedInstallationRecord.self, via: \.change, where: \.tool == tool)
    }
    let fetch = FetchRequest(where: predicate, sortedBy: [.descending(\ChangeRecord.id)])
    return try read { snapshot throws(StoreError) in
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
          added: Self.parts(own.filter(\.isAdded)), removed: Self.parts(own.filter { !$0.isAdded }))
      }
    }
  }

  /// Returns the number of the newest recorded change, or `nil` if there is none.
  package func newestChange() throws(Problem) -> Int? {
    try read { snapshot throws(StoreError) in
      try snapshot.first(
        FetchRequest(ChangeRecord.self, sortedBy: [.descending(\.id)])
      )
      .map { Int($0.id.rawValue) }
    }
  }

  /// Returns the time of the oldest recorded change, in seconds since 1970, or `nil` if there is
  /// none.
  package func historyStart() throws(Problem) -> Int64? {
    try read { snapshot throws(StoreError) in
      try snapshot.first(
        FetchRequest(ChangeRecord.self, sortedBy: [.ascending(\.id)]))?.time.secondsSince1970
    }
  }

  /// Returns the text of an installation's receipt without files and links. Returns `nil` if the
  /// installation is not recorded: its record is kept only as long as the trash has its files.
  private static func origin(
    of installed: InstalledVersion, in transaction: borrowing Transaction
  ) throws(StoreError) -> String? {
    guard let record = try transaction.first(request(for: installed)) else { return nil }
    return try RecordedOrigin(record, in: transaction).receipt(of: installed)
      .map { String(decoding: $0.text, as: UTF8.self) }
  }

  private static func parts(_ records: [ChangedInstallationRecord]) -> [RecordedChange.Part] {
    let parts = records.compactMap { record -> RecordedChange.Part? in
      guard let tool = ToolName(record.tool), let version = VersionText(record.version),
        let id = ContentID(record.content)
      else { return nil }
      return RecordedChange.Part(
        InstalledVersion(tool: tool, version: version, id: id), size: record.size,
        origin: record.origin.flatMap { Receipt(text: Array($0.utf8)) })
    }
    return VersionText.sorted(parts) { $0.installed.version }
      .sorted { $0.installed.tool < $1.installed.tool }
  }
}
