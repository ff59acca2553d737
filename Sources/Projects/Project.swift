package import Diagnostics
package import Filesystem
internal import Layout
package import Manifests
package import SourceKinds
package import Vocabulary

/// A folder with a Toolfile, its pins, and its lock.
package struct Project: Sendable {
  package let folder: FilePath
  /// The folder of the lock, where relative paths in the Toolfile start. It differs from ``folder``
  /// if the Toolfile in the user's home directory is a link
  /// (``Filesystem/Environment/filesFolder(of:)``).
  package let filesFolder: FilePath
  package let toolfile: Toolfile
  /// The `.tool-version` file beside the Toolfile, or `nil` if there is none.
  package private(set) var pins: ToolVersionFile?
  /// The lock beside the Toolfile, or `nil` if there is none.
  package private(set) var lock: Lockfile?
  /// The path of the lock as messages show it.
  package let lockName: String
  /// The sources that the project can use.
  package let catalog: SourceCatalog
  /// The tools that differ between the two sides of a merge conflict in the lock. A tool that only
  /// one side has counts, too. ``lock`` contains none of them.
  package private(set) var contested: [ToolName: ContestedTool] = [:]
  /// The contradicted stanzas, which ``lock`` does not contain. Empty unless the lock is about to
  /// be rewritten.
  package private(set) var contradicted: [LockedTool] = []
  /// The groups that the user chose for the project, apart from the options of a command.
  package private(set) var groups: GroupChoice = []
  /// The minimum provenance of publishers that the machine's policy requires, or `nil` if it
  /// requires none or does not govern the command.
  package var requiredProvenance: Located<Provenance>?
  /// Whether the folder has no Toolfile yet, so that ``toolfile`` is empty.
  package private(set) var isNew = false
  /// The files that the command has read.
  let files: ManifestFiles
  /// The declarations of the tools, in the order of the Toolfile.
  let declaredTools: [DeclaredTool]

  /// Creates a project from files that have been read. If `filesFolder` is `nil`, it is `folder`.
  package init(
    folder: FilePath, filesFolder: FilePath? = nil, toolfile: Toolfile, pins: ToolVersionFile?,
    lock: Lockfile?,
    lockName: String = Lockfile.name, catalog: SourceCatalog = .standard,
    files: ManifestFiles = ManifestFiles()
  ) {
    self.folder = folder
    self.filesFolder = filesFolder ?? folder
    self.toolfile = toolfile
    self.pins = pins
    self.lock = lock
    self.lockName = lockName
    self.catalog = catalog
    self.files = files
    declaredTools = toolfile.tools.map { DeclaredTool($0, toolfile.sources, in: catalog) }
  }

  /// Returns the nearest folder with a Toolfile, starting at `folder` itself and going up, or `nil`
  /// if there is none.
  ///
  /// - Parameters:
  ///   - folder: The folder where the search begins.
  ///   - environment: Determines whether a Toolfile of another user counts.
  /// - Throws: ``Problem/system(_:)`` if a folder cannot be inspected.
  package static func folder(
    above folder: FilePath, _ environment: Environment = Environment([:])
  ) throws(Problem) -> FilePath? {
    for candidate in folder.selfAndAncestors {
      let toolfile = candidate.appending(Toolfile.name)
      let status = try mappingFileErrors(try toolfile.linkStatus())
      if let status, environment.reads(toolfile, status),
        environment.readsLink(from: candidate, status)
      {
        return candidate
      }
    }
    return nil
  }

  /// Reads the project in `folder`.
  ///
  /// - Parameters:
  ///   - folder: The folder of the Toolfile.
  ///   - isRelocking: Whether the lock is about to be rewritten. If so, conflict markers are
  ///     accepted, and the lock contains only stanzas that both sides share and that nothing
  ///     contradicts.
  ///   - groups: The groups that the user chose for the project.
  ///   - catalog: The sources that the project can use.
  ///   - isNew: Whether the folder has no Toolfile yet. If so, its lock is not read.
  ///   - isSealed: Whether the lock is sealed, so that it was checked before.
  ///   - mergePlatform: The platform for which to use what an unfinished merge already decides: the
  ///     statements of the Toolfile outside its conflicts, and the stanzas on which both sides of
  ///     the lock agree. If it is `nil`, conflict markers are an error.
  ///   - files: The files that the command has already read.
  ///   - environment: Determines whether the files of another user are read.
  ///   - formatPath: Returns a path as messages show it.
  /// - Throws: The ``Problem`` with the first file that cannot be read, or with all declarations
  ///   that contradict themselves.
  package static func load(
    _ folder: FilePath, isRelocking: Bool = false, isNew: Bool = false,
    isSealed: Bool = false, despiteMergeOn mergePlatform: Platform? = nil,
    groups: GroupChoice = [], catalog: SourceCatalog = .standard,
    in files: ManifestFiles = ManifestFiles(), _ environment: Environment = Environment([:]),
    formatPath: (FilePath) -> String
  ) throws(Problem) -> Project {
    var project: Project
    do {
      project = try read(
        folder, isRelocking: isRelocking, isNew: isNew, despiteMergeOn: mergePlatform, catalog,
        files, environment, formatPath: formatPath)
    } catch {
      throw Problem(error, formatPath: formatPath)
    }
    project.groups = groups
    let contradictions = project.declaredTools.flatMap(\.contradictions)
    if !contradictions.isEmpty { throw .sources(contradictions) }
    if !isSealed, !isRelocking,
      let problem = project.lock?.contradiction(
        in: project.filesFolder, named: project.lockName, defining: project.toolfile.definitions,
        catalog)
    {
      throw problem
    }
    return project
  }

  /// Reads the files of the project in `folder`, without comparing them.
  private static func read(
    _ folder: FilePath, isRelocking: Bool, isNew: Bool, despiteMergeOn mergePlatform: Platform?,
    _ catalog: SourceCatalog, _ files: ManifestFiles, _ environment: Environment,
    formatPath: (FilePath) -> String
  ) throws(ManifestError) -> Project {
    func readable(_ path: FilePath) -> FilePath? { Self.readable(path, environment) }
    func path(_ file: String) -> FilePath { folder.appending(file) }
    func named(_ file: String) -> String { formatPath(path(file)) }
    let filesFolder = environment.filesFolder(of: folder)
    let lockPath = filesFolder.appending(Lockfile.name)
    let toolfile =
      isNew
      ? try newToolfile(named: named(Toolfile.name))
      : try readable(path(Toolfile.name)).flatMap { path throws(ManifestError) in
        mergePlatform == nil
          ? try Toolfile.read(at: path, named: named(Toolfile.name), in: files)
          : try Toolfile.readDespiteMerge(at: path, named: named(Toolfile.name), in: files)
      }
    guard let toolfile else { throw .file(.missing(folder.appending(Toolfile.name))) }
    let pins = try readable(path(ToolVersionFile.name)).flatMap { path throws(ManifestError) in
      try ToolVersionFile.read(at: path, named: named(ToolVersionFile.name), in: files)
    }
    var reading = LockReading()
    if !isNew, let path = readable(lockPath), let mergePlatform {
      reading.lock = try .read(
        at: path, named: formatPath(path), despiteMergeOn: mergePlatform, in: files)
    } else if !isNew, let path = readable(lockPath) {
      reading = try Self.readLock(
        at: path, named: formatPath(path), isRelocking: isRelocking, in: filesFolder,
        defining: toolfile.definitions, catalog, files)
    }
    var project = Project(
      folder: folder, filesFolder: filesFolder, toolfile: toolfile, pins: pins,
      lock: reading.lock, lockName: formatPath(lockPath), catalog: catalog, files: files)
    project.isNew = isNew
    project.contested = reading.contested
    project.contradicted = reading.contradicted
    return project
  }

  /// What a lock contains, and what was left out of it.
  private struct LockReading {
    var lock: Lockfile?
    var contested: [ToolName: ContestedTool] = [:]
    var contradicted: [LockedTool] = []
  }

  /// Reads a lock, which may contain conflict markers if it is about to be rewritten.
  private static func readLock(
    at path: FilePath, named name: String, isRelocking: Bool, in folder: FilePath,
    defining definitions: [Definition], _ catalog: SourceCatalog, _ files: ManifestFiles
  ) throws(ManifestError) -> LockReading {
    guard isRelocking, let sides = try sides(of: path, named: name, in: files) else {
      return LockReading(lock: try .read(at: path, named: name, in: files))
    }
    // Locking rewrites the `with` lines, and keeps the other lines of the stanza.
    let contradicted = sides.common.contradictions(in: folder, defining: definitions, catalog)
      .filter { if case .otherDependency = $0.fault { false } else { true } }.map(\.tool)
    return LockReading(
      lock: sides.common.without(contradicted), contested: sides.contested,
      contradicted: contradicted)
  }

  /// Returns the path of a file, or `nil` if the file is treated as missing.
  private static func readable(_ path: FilePath, _ environment: Environment) -> FilePath? {
    let status = (try? path.linkStatus()) ?? nil
    let isRead = status.map { environment.reads(path, $0) } ?? environment.reads(path)
    return isRead ? path : nil
  }

  /// Returns a Toolfile without statements.
  private static func newToolfile(named name: String) throws(ManifestError) -> Toolfile {
    do {
      return try Toolfile(parsing: [], path: name)
    } catch {
      throw .syntax(error)
    }
  }

  /// Reads a lock that may contain conflict markers.
  ///
  /// - Returns: Both sides, which are equal if there is no conflict, or `nil` if the file is
  ///   missing.
  private static func sides(
    of file: FilePath, named name: String, in files: ManifestFiles
  ) throws(ManifestError) -> ConflictedLockfile? {
    try readManifest(at: file, named: name, limit: Lockfile.maximumByteCount, in: files) {
      (bytes) throws(SyntaxProblems) in try ConflictedLockfile(parsing: bytes, path: name)
    }
  }

  /// Writes `Toolfile.lock` unless it contains the same bytes already.
  ///
  /// - Returns: Whether the file was written.
  /// - Throws: The problem of ``checkFilesAreInRepository()``, or ``Problem/system(_:)`` if it
  ///   cannot be written.
  package func write(_ lock: Lockfile) throws(Problem) -> Bool {
    try checkFilesAreInRepository()
    return try mappingFileErrors(try replaceLock(with: lock))
  }

  /// The path of the lock.
  package var lockPath: FilePath { filesFolder.appending(Lockfile.name) }

  /// Writes `Toolfile.lock` unless it contains the same bytes already, and returns whether it was
  /// written. Only ``ProjectEdit/write()`` also writes the file, to put the old bytes back. The
  /// caller checks that it is in the repository.
  func replaceLock(with lock: Lockfile) throws(FileError) -> Bool {
    let path = lockPath
    filesFolder.removeAbandonedFiles(of: Lockfile.name)
    let bytes = lock.bytes
    files.forget(path)
    let isNew = try path.contentsIfPresent(limit: Lockfile.maximumByteCount) != bytes
    if isNew { try path.rewrite(with: bytes) }
    files.record(bytes, of: path)
    return isNew
  }

  /// The platforms that the lock must cover: those of the Toolfile, or ``Platform/defaults``.
  package var platforms: [Platform] { toolfile.platforms?.value ?? Platform.defaults }

  /// Returns whether an install includes a tool because the Toolfile names it. Ignores the needs of
  /// other tools.
  ///
  /// - Parameter options: The choice of a command, which takes precedence over ``groups``.
  package func isWanted(_ tool: ToolName, with options: GroupChoice) -> Bool {
    toolfile[tool].map { isWanted($0, with: options) } ?? false
  }

  private func isWanted(_ tool: Toolfile.Tool, with options: GroupChoice) -> Bool {
    let choice = groups.overridden(by: options)
    return tool.groups.contains { group in
      !choice.without.contains(group.text)
        && (!toolfile.isOptional(group) || choice.with.contains(group.text))
    }
  }

  /// Returns the tools that an install includes: the required tools of the Toolfile and all tools
  /// that they need.
  ///
  /// - Parameters:
  ///   - lock: The lock that states the needs.
  ///   - options: The choice of a command, which takes precedence over ``groups``.
  package func wanted(of lock: Lockfile, with options: GroupChoice = []) -> Set<ToolName> {
    let declared = toolfile.tools.filter { isWanted($0, with: options) }
    return LockedNeeds(lock, from: declared.map(\.name), system: []).reached
  }

  /// Returns the installations that an install with `lock` makes on `platform`.
  ///
  /// Omits tools that have no artifact for the platform.
  ///
  /// - Parameters:
  ///   - lock: The lock to install from.
  ///   - platform: The platform of the machine.
  ///   - options: The choice of a command, which takes precedence over ``groups``.
  package func planned(
    of lock: Lockfile, for platform: Platform, with options: GroupChoice = []
  ) -> [PlannedInstallation] {
    let wanted = wanted(of: lock, with: options)
    return lock.tools.compactMap { tool in
      wanted.contains(tool.name) ? PlannedInstallation(tool, for: platform) : nil
    }
  }

  /// Returns the problem with a lock that does not cover `platform`, or `nil` if it does.
  package func platformProblem(of lock: Lockfile, _ platform: Platform) -> Problem? {
    lock.platforms.contains(platform)
      ? nil
      : .project(
        .lock(
          .unsupportedPlatform(
            platform, lock: lockName, locked: lock.platforms.map(\.rawValue))))
  }

  /// Returns a copy of the project with `lock` in place of the one that was read.
  package func with(_ lock: Lockfile) -> Project {
    var copy = self
    copy.lock = lock
    copy.isNew = false
    return copy
  }

  /// Returns a copy of the project with `toolfile` and `lock` in place of those that were read.
  package func with(_ toolfile: Toolfile, _ lock: Lockfile?) -> Project {
    var copy = Project(
      folder: folder, filesFolder: filesFolder, toolfile: toolfile, pins: pins, lock: lock,
      lockName: lockName, catalog: catalog, files: files)
    copy.contested = contested
    copy.contradicted = contradicted
    copy.groups = groups
    copy.requiredProvenance = requiredProvenance
    return copy
  }

  /// Returns a copy of the project whose `.tool-version` pins `tool` to another version, or no
  /// longer pins it. Writes no file.
  ///
  /// - Returns: The copy, or `nil` if the version cannot be pinned.
  package func pinning(_ tool: ToolName, to version: VersionText?) -> Project? {
    guard var pins else { return nil }
    do {
      if let version { try pins.pin(tool, to: .exact(version)) } else { try pins.unpin(tool) }
    } catch {
      return nil
    }
    var copy = self
    copy.pins = pins
    return copy
  }
}

extension FilePath {
  /// Checks that this file of a project may be written: that it is no link out of its repository.
  ///
  /// - Parameter name: The path as messages show it.
  /// - Throws: ``FileProblem/linkOutside(path:isWritten:)`` if it is one.
  package func checkIsInRepository(named name: String) throws(Problem) {
    if leadsOutside { throw .project(.file(.linkOutside(path: name, isWritten: true))) }
  }
}

extension Problem {
  /// Creates the problem for a manifest or lock that cannot be read.
  ///
  /// - Parameters:
  ///   - error: The error of reading the file.
  ///   - formatPath: Returns a path as messages show it.
  package init(_ error: ManifestError, formatPath: (FilePath) -> String) {
    self =
      switch error {
      case .syntax(let problems): .syntax(problems)
      case .notAFile(let path, let kind):
        .project(.file(.notAFile(path: formatPath(path), EntryKind(kind))))
      case .danglingLink(let path, let target):
        .project(.file(.danglingLink(path: formatPath(path), target: target.string)))
      case .linkOutside(let path):
        .project(.file(.linkOutside(path: formatPath(path), isWritten: false)))
      case .file(let error) where error.isSystemFailure || error.isDenied:
        Problem(FileError(error.operation, FilePath(formatPath(error.path)), code: error.code))
      case .file(let error):
        .project(.file(.unreadable(path: formatPath(error.path), reason: error.reason)))
      }
  }
}
