package import Diagnostics
package import Filesystem
package import Layout
internal import ObjectStore
internal import Vocabulary

/// A recorded project, with what it used when it was last recorded.
package struct RegisteredProject: Hashable, Sendable {
  package let folder: FilePath
  /// The versions that it used, in no particular order.
  package let uses: [VersionUse]
  /// The time when it was last recorded, in seconds since 1970.
  package let seen: Int64
  /// When its folder, or all of its files that name tools, were first found to be missing, in
  /// seconds since 1970. `nil` while they are present.
  package let vanished: Int64?
  /// The path where the folder's file system was mounted, or `nil` if it is not known.
  package let mountPoint: FilePath?
}

extension InstallationInventory {
  /// Records the versions that the project in `folder` uses, replacing those recorded earlier.
  ///
  /// - Parameter mountPoint: The path where the folder's file system is mounted, or `nil` if that
  ///   is not known.
  package func register(
    _ folder: FilePath, uses: [VersionUse], mountPoint: FilePath? = nil
  ) async throws(Problem) {
    try await writeCancellably { transaction throws(StoreError) in
      var record = ProjectRecord(
        path: folder.string, seen: .now, mountPoint: mountPoint?.string, vanished: nil)
      let known = try transaction.first(
        FetchRequest(ProjectRecord.self, where: \.path == folder.string))
      if let known {
        (record.id, record.revision) = (known.id, known.revision)
        try transaction.update(record, from: known)
      } else {
        record.id = try transaction.insert(record)
      }
      // A project may use hundreds of tools, of which few have changed.
      var new = Dictionary(uses.map { ($0.tool.text, $0) }, uniquingKeysWith: { $1 })
      for old in try transaction.fetch(FetchRequest(UseRecord.self, where: \.project == record.id))
      {
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
  }

  /// Returns the folders of all recorded projects, in no particular order.
  package func projects() throws(Problem) -> [FilePath] {
    try read { snapshot throws(StoreError) in
      try snapshot.select(.property(\.path), from: FetchRequest(ProjectRecord.self))
        .map { FilePath($0) }
    }
  }

  /// Returns all recorded projects, sorted by path. Leaves out uses with an invalid name, version,
  /// or content id, which this program never records.
  package func registeredProjects() throws(Problem) -> [RegisteredProject] {
    try read { snapshot throws(StoreError) in
      var uses: [Identity<ProjectRecord>: [VersionUse]] = [:]
      try snapshot.forEach(FetchRequest(UseRecord.self)) { use in
        guard let tool = ToolName(use.tool), let version = VersionText(use.version) else { return }
        let id = use.content.map { ContentID($0) }
        if case .some(.none) = id { return }
        uses[use.project, default: []]
          .append(VersionUse(tool: tool, version: version, id: id ?? nil))
      }
      let order = [Sort<ProjectRecord>.ascending(\.path)]
      return try snapshot.fetch(FetchRequest(ProjectRecord.self, sortedBy: order)).map { project in
        RegisteredProject(
          folder: FilePath(project.path), uses: uses[project.id] ?? [],
          seen: project.seen.secondsSince1970,
          vanished: project.vanished?.secondsSince1970,
          mountPoint: project.mountPoint.map { FilePath($0) })
      }
    }
  }

  /// Records which projects are missing now: those get the time, unless they were missing already,
  /// and the others lose it.
  ///
  /// - Parameters:
  ///   - missing: The folders that are missing.
  ///   - now: The current time, in seconds since 1970.
  package func recordVanished(_ missing: [FilePath], now: Int64) throws(Problem) {
    let paths = missing.map(\.string)
    let time: Timestamp? = Timestamp(secondsSince1970: now)
    let isBack: Filter<ProjectRecord> = !.isNil(\.vanished) && !.isIn(\.path, paths)
    let isGone: Filter<ProjectRecord> = .isNil(\.vanished) && .isIn(\.path, paths)
    let isCurrent = try read { snapshot throws(StoreError) in
      try !snapshot.exists(FetchRequest(ProjectRecord.self, where: isBack || isGone))
    }
    if isCurrent { return }
    try write { transaction throws(StoreError) in
      for (isChanged, time) in [(isGone, time), (isBack, nil)] {
        try transaction.execute(
          BatchUpdate(where: isChanged, returning: .status).setting(\.vanished, to: time))
      }
    }
  }

  /// Deletes the records of projects, in one transaction.
  package func forget(_ projects: [FilePath]) throws(Problem) {
    let paths = projects.map(\.string)
    try write { transaction throws(StoreError) in
      try transaction.execute(
        BatchDelete(ProjectRecord.self, where: .isIn(\.path, paths), returning: .status))
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
    let isUse: Filter<UseRecord> =
      \.tool == installed.tool.text && \.version == installed.version.text
      && (\.content == content || \.content == nil)
    let projects = try snapshot.select(
      .property(\.project), from: FetchRequest(UseRecord.self, where: isUse))
    return try snapshot.select(
      .property(\.path),
      from: FetchRequest(
        ProjectRecord.self, where: .isIn(\.id, projects), sortedBy: [.ascending(\.path)]))
  }
}
