internal import Diagnostics
internal import Filesystem
internal import Layout
internal import ObjectStore
internal import Vocabulary

/// The stored repository of projects.
struct StoredProjects: ProjectRepository {
  let connection: StoreConnection

  func save(_ drafts: [RegisteredProject.Draft]) async throws(Problem) {
    if drafts.isEmpty { return }
    try await connection.writeCancellably { transaction throws(StoreError) in
      for draft in drafts { try Self.save(draft, in: transaction) }
    }
  }

  private static func save(
    _ draft: RegisteredProject.Draft, in transaction: borrowing Transaction
  ) throws(StoreError) {
    let path = draft.folder.string
    var record = ProjectRecord(
      path: path, seen: .now, mountPoint: draft.mountPoint?.string, vanished: nil)
    if let known = try transaction.first(FetchRequest(ProjectRecord.self, where: \.path == path)) {
      (record.id, record.revision) = (known.id, known.revision)
      try transaction.update(record, from: known)
    } else {
      record.id = try transaction.insert(record)
    }
    // Writes only changed uses, because a project may use hundreds of tools and usually changes
    // few.
    var new = Dictionary(draft.uses.map { ($0.tool.text, $0) }, uniquingKeysWith: { $1 })
    for old in try transaction.fetch(FetchRequest(UseRecord.self, where: \.project == record.id)) {
      guard let use = new.removeValue(forKey: old.tool) else {
        try transaction.delete(old.id)
        continue
      }
      var changed = old
      changed.version = use.version.text
      changed.content = use.id?.description
      try transaction.update(changed, from: old)
    }
    try transaction.execute(
      BatchInsert(
        new.values.map {
          UseRecord(
            project: record.id, tool: $0.tool.text, version: $0.version.text,
            content: $0.id?.description)
        }, returning: .status))
  }

  func folders() throws(Problem) -> [FilePath] {
    try connection.read { snapshot throws(StoreError) in
      try snapshot.select(.property(\.path), from: FetchRequest(ProjectRecord.self))
        .map { FilePath($0) }
    }
  }

  // Skips uses with an invalid name, version, or content id, which this program never writes.
  func values() throws(Problem) -> [RegisteredProject] {
    try connection.read { snapshot throws(StoreError) in
      var uses: [Identity<ProjectRecord>: [VersionUse]] = [:]
      try snapshot.forEach(FetchRequest(UseRecord.self)) { use in
        if let valid = VersionUse(use) { uses[use.project, default: []].append(valid) }
      }
      let order = [Sort<ProjectRecord>.ascending(\.path)]
      return try snapshot.fetch(FetchRequest(ProjectRecord.self, sortedBy: order)).map {
        RegisteredProject($0, uses[$0.id] ?? [])
      }
    }
  }

  func value(_ folder: FilePath) throws(Problem) -> RegisteredProject? {
    let path = folder.string
    return try connection.read { snapshot throws(StoreError) -> RegisteredProject? in
      guard let record = try snapshot.first(FetchRequest(ProjectRecord.self, where: \.path == path))
      else { return nil }
      let id = record.id
      let uses = try snapshot.fetch(FetchRequest(UseRecord.self, where: \.project == id))
      return RegisteredProject(record, uses.compactMap(VersionUse.init))
    }
  }

  func recordVanished(_ missing: [FilePath], now: Int64) throws(Problem) {
    let paths = missing.map(\.string)
    let time: Timestamp? = Timestamp(secondsSince1970: now)
    let isBack: Filter<ProjectRecord> = !.isNil(\.vanished) && !.isIn(\.path, paths)
    let isGone: Filter<ProjectRecord> = .isNil(\.vanished) && .isIn(\.path, paths)
    let isCurrent = try connection.read { snapshot throws(StoreError) in
      try !snapshot.exists(FetchRequest(ProjectRecord.self, where: isBack || isGone))
    }
    if isCurrent { return }
    try connection.write { transaction throws(StoreError) in
      for (isChanged, time) in [(isGone, time), (isBack, nil)] {
        try transaction.execute(
          BatchUpdate(where: isChanged, returning: .status).setting(\.vanished, to: time))
      }
    }
  }

  func remove(_ folders: [FilePath]) throws(Problem) {
    let paths = folders.map(\.string)
    try connection.write { transaction throws(StoreError) in
      try transaction.execute(
        BatchDelete(ProjectRecord.self, where: .isIn(\.path, paths), returning: .status))
    }
  }

  func users(of installed: InstalledVersion) throws(Problem) -> [FilePath] {
    let content: String? = installed.id.description
    let isUse: Filter<UseRecord> =
      \.tool == installed.tool.text && \.version == installed.version.text
      && (\.content == content || \.content == nil)
    return try connection.read { snapshot throws(StoreError) in
      let projects = try snapshot.select(
        .property(\.project), from: FetchRequest(UseRecord.self, where: isUse))
      return try snapshot.select(
        .property(\.path),
        from: FetchRequest(
          ProjectRecord.self, where: .isIn(\.id, projects), sortedBy: [.ascending(\.path)])
      ).map { FilePath($0) }
    }
  }
}

extension RegisteredProject {
  /// Creates the project for a record.
  fileprivate init(_ record: ProjectRecord, _ uses: [VersionUse]) {
    self.init(
      folder: FilePath(record.path), uses: uses, seen: record.seen.secondsSince1970,
      vanished: record.vanished?.secondsSince1970,
      mountPoint: record.mountPoint.map { FilePath($0) })
  }
}

extension VersionUse {
  /// Creates the use for a record, or returns `nil` if a value of the record is invalid.
  fileprivate init?(_ record: UseRecord) {
    guard let tool = ToolName(record.tool), let version = VersionText(record.version) else {
      return nil
    }
    let id = record.content.map { ContentID($0) }
    if case .some(.none) = id { return nil }
    self.init(tool: tool, version: version, id: id ?? nil)
  }
}
