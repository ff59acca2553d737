package import Diagnostics
package import Filesystem
package import Layout
package import Manifests
package import SourceKinds

/// A folder with a Toolfile: its requirements, and the lock that answers them.
package struct Project: Sendable {
  package let folder: FilePath
  package let toolfile: Toolfile
  /// The `.tool-version` beside the Toolfile; `nil` if there is none.
  package let pins: ToolVersionFile?
  /// The lock beside the Toolfile; `nil` if there is none.
  package let lock: Lockfile?
  /// The path of the lock as messages name it.
  package let lockName: String
  package let catalog: SourceCatalog
  /// The declarations of the Toolfile's tools, in order.
  let declaredTools: [DeclaredTool]

  /// Creates a project from files that were read already.
  package init(
    folder: FilePath, toolfile: Toolfile, pins: ToolVersionFile?, lock: Lockfile?,
    lockName: String = Lockfile.name, catalog: SourceCatalog = .standard
  ) {
    self.folder = folder
    self.toolfile = toolfile
    self.pins = pins
    self.lock = lock
    self.lockName = lockName
    self.catalog = catalog
    declaredTools = toolfile.tools.map { DeclaredTool($0, toolfile.sources, in: catalog) }
  }

  /// Returns the nearest folder with a Toolfile, from `folder` upward; `nil` if there is none.
  package static func folder(above folder: FilePath) throws(Problem) -> FilePath? {
    for candidate in folder.selfAndAncestors {
      let toolfile = candidate.appending(Toolfile.name)
      if try onDisk({ () throws(FileError) in try toolfile.linkStatus() }) != nil {
        return candidate
      }
    }
    return nil
  }

  /// Reads the project in `folder`.
  ///
  /// - Parameters:
  ///   - isRelocking: Whether the lock is about to be written again. If so, conflict markers
  ///     are accepted, and only the stanzas that both sides share are kept.
  ///   - display: Returns a path as messages name it.
  /// - Throws: The problem with the first unreadable file, or all contradictions in the Toolfile.
  package static func load(
    _ folder: FilePath, isRelocking: Bool = false, catalog: SourceCatalog = .standard,
    display: (FilePath) -> String
  ) throws(Problem) -> Project {
    func named(_ file: String) -> String { display(folder.appending(file)) }
    let project: Project
    do throws(ManifestError) {
      guard
        let toolfile = try Toolfile.read(
          at: folder.appending(Toolfile.name), named: named(Toolfile.name))
      else { throw ManifestError.file(.missing(folder.appending(Toolfile.name))) }
      project = Project(
        folder: folder, toolfile: toolfile,
        pins: try ToolVersionFile.read(
          at: folder.appending(ToolVersionFile.name), named: named(ToolVersionFile.name)),
        lock: try isRelocking
          ? common(of: folder.appending(Lockfile.name), named: named(Lockfile.name))
          : Lockfile.read(at: folder.appending(Lockfile.name), named: named(Lockfile.name)),
        lockName: named(Lockfile.name), catalog: catalog)
    } catch {
      throw Problem(error, display: display)
    }
    let contradictions = project.declaredTools.flatMap(\.contradictions)
    if !contradictions.isEmpty { throw .sources(contradictions) }
    return project
  }

  /// Reads what the sides of a lock in conflict share, or all of a lock without conflict; `nil`
  /// if the file is missing.
  private static func common(
    of file: FilePath, named name: String
  ) throws(ManifestError) -> Lockfile? {
    try readManifest(at: file, named: name, limit: Lockfile.maximumByteCount) {
      (bytes) throws(SyntaxProblems) in
      let sides = try ConflictedLockfile(parsing: bytes, path: name)
      return Lockfile(platforms: sides.ours.platforms, tools: sides.agreed, replacing: sides.ours)
    }
  }

  /// Writes `Toolfile.lock` if its bytes change, and returns whether it did. Nothing else
  /// writes the file.
  package func write(_ lock: Lockfile) throws(FileError) -> Bool {
    let path = folder.appending(Lockfile.name)
    let bytes = lock.bytes
    if try path.contentsIfPresent(limit: Lockfile.maximumByteCount) == bytes { return false }
    try path.rewrite(with: bytes)
    return true
  }

  /// The platforms that the lock must cover.
  package var platforms: [Platform] { toolfile.platforms?.value ?? Platform.defaults }

  /// Returns whether an install includes a tool of the Toolfile by itself, regardless of what
  /// other tools need.
  ///
  /// - Parameter groups: The optional groups to include.
  package func isWanted(_ tool: ToolName, with groups: Set<String>) -> Bool {
    toolfile[tool].map { isWanted($0, with: groups) } ?? false
  }

  private func isWanted(_ tool: Toolfile.Tool, with groups: Set<String>) -> Bool {
    !toolfile.isOptional(tool) || tool.groups.contains { groups.contains($0.text) }
  }

  /// Returns the tools that an install includes: those of the Toolfile that are not only in
  /// optional groups, and all that they need.
  ///
  /// - Parameter groups: The optional groups to include.
  package func wanted(of lock: Lockfile, with groups: Set<String> = []) -> Set<ToolName> {
    let declared = toolfile.tools.filter { isWanted($0, with: groups) }
    return LockedNeeds(lock, from: declared.map(\.name), system: []).reached
  }

  /// Returns the installations that `lock` specifies for `platform`.
  ///
  /// - Parameter groups: The optional groups to include.
  package func planned(
    of lock: Lockfile, for platform: Platform, with groups: Set<String> = []
  ) -> [PlannedInstallation] {
    let wanted = wanted(of: lock, with: groups)
    return lock.tools.compactMap { tool in
      wanted.contains(tool.name) ? PlannedInstallation(tool, for: platform) : nil
    }
  }

  /// Returns the versions in `lock` that a machine of this platform uses.
  package func uses(of lock: Lockfile, for platform: Platform) -> [VersionUse] {
    planned(of: lock, for: platform).map {
      VersionUse(tool: $0.tool, version: $0.version, id: $0.id)
    }
  }

  /// Returns the problem with a lock that does not cover `platform`; `nil` if it does.
  package func platformProblem(of lock: Lockfile, _ platform: Platform) -> Problem? {
    lock.platforms.contains(platform)
      ? nil
      : .project(
        .unsupportedPlatform(
          platform.rawValue, lock: lockName, locked: lock.platforms.map(\.rawValue)))
  }

  /// Returns a copy of the project with `lock` in place of the one that was read.
  package func with(_ lock: Lockfile) -> Project {
    Project(
      folder: folder, toolfile: toolfile, pins: pins, lock: lock, lockName: lockName,
      catalog: catalog)
  }
}

extension Problem {
  /// Creates the problem for a manifest or lock that cannot be read.
  ///
  /// - Parameter display: Returns a path as messages name it.
  package init(_ error: ManifestError, display: (FilePath) -> String) {
    self =
      switch error {
      case .syntax(let problems): .syntax(problems)
      case .notAFile(let path): .project(.notAFile(path: display(path)))
      case .file(let error): .project(.unreadable(path: display(error.path), reason: error.reason))
      }
  }
}
