package import Diagnostics
package import Filesystem
internal import Manifests
package import Vocabulary

/// A new Toolfile of a project, and its lock. Both are written, or neither. Without a new lock,
/// only the Toolfile is written.
package struct ProjectEdit: Sendable {
  /// The project with the new Toolfile and the new lock.
  package let project: Project
  /// The project as it was read. Its Toolfile is empty if there was none.
  package let previous: Project
  /// The new tools for which the edit states what their definitions say, because the source that
  /// applies to them has no packages of their names.
  package var definedTools: Set<ToolName> = []
  /// The packages that the definitions of new tools name, where the source that applies to them is
  /// a public index and has other packages of their names.
  package var hiddenPackages: [ToolName: DefinedPackage] = [:]
  /// The versions of each tool that are newer than the locked one, as far as they are known.
  private let heldBack: [ToolName: [HeldBackVersion]]

  /// Creates an edit that replaces the files of `previous` by those of `project`. `heldBack` is for
  /// ``changes``.
  package init(
    _ project: Project, replacing previous: Project,
    _ heldBack: [ToolName: [HeldBackVersion]] = [:]
  ) {
    self.project = project
    self.previous = previous
    self.heldBack = heldBack
  }

  /// The tools that differ between the two locks, or between the two sides of a merge.
  package var changes: [LockChange] {
    guard let lock = project.lock else { return [] }
    let contested = previous.contested
    let old = previous.lock.map { $0.adding(previous.contradicted) }
    var changes = lock.changes(since: old, heldBack)
    for index in changes.indices {
      changes[index].merged = contested[changes[index].tool]?.versions
    }
    let dropped = contested.filter { lock[$0.key] == nil }.sorted { $0.key < $1.key }
    return dropped.map {
      LockChange(tool: $0.key, old: nil, new: nil, merged: $0.value.versions, heldBack: [])
    } + changes
  }

  /// The tools that both locks have with the same version, but for another request.
  package var requestChanges: [LockDifference.Change] {
    project.requestChanges(since: previous.lock, besides: changes)
  }

  /// The platforms that differ between the two locks.
  package var platformChanges: PlatformChanges {
    project.lock?.platformChanges(since: previous.lock) ?? PlatformChanges(added: [], removed: [])
  }

  /// Writes the lock and then the Toolfile.
  ///
  /// The edit takes effect when the Toolfile is replaced. Until then, the same command can be
  /// repeated, even after a crash, and any other command reports a lock that does not match. If one
  /// of the files cannot be written, the lock is restored.
  ///
  /// - Returns: Whether a file was written. If not, both were already up to date.
  /// - Throws: ``FileProblem/manifestChanged(path:)`` if the Toolfile is no longer the one that
  ///   was read, ``FileProblem/linkOutside(path:isWritten:)`` if a file is a link out of the
  ///   repository, or ``Problem`` if a file cannot be written.
  package func write() throws(Problem) -> Bool {
    let toolfile = project.toolfilePath
    let lockPath = project.lockPath
    try project.checkFilesAreInRepository()
    let bytes = try mappingFileErrors(
      try toolfile.contentsIfPresent(limit: Toolfile.maximumByteCount))
    guard bytes == (previous.isNew ? nil : previous.toolfile.bytes) else { throw changed }
    let lock = project.lock
    let oldLock = try mappingFileErrors { () throws(FileError) in
      lock == nil ? nil : try lockPath.contentsIfPresent(limit: Lockfile.maximumByteCount)
    }
    do {
      let isLockNew =
        try lock.map { (lock) throws(FileError) in try project.replaceLock(with: lock) } ?? false
      if bytes == project.toolfile.bytes { return isLockNew }
      project.files.forget(toolfile)
      if bytes == nil {
        try toolfile.createFile(with: project.toolfile.bytes)
      } else {
        try toolfile.rewrite(with: project.toolfile.bytes)
      }
      project.files.record(project.toolfile.bytes, of: toolfile)
    } catch {
      // An error can also follow the replacement, such as a failure to sync the folder. The new
      // lock then belongs to the new Toolfile.
      let current = try? toolfile.contentsIfPresent(limit: Toolfile.maximumByteCount)
      if lock != nil, current != project.toolfile.bytes {
        project.files.forget(lockPath)
        if let oldLock { try? lockPath.rewrite(with: oldLock) } else { try? lockPath.removeFile() }
      }
      throw error.isOccupied ? changed : Problem(error)
    }
    return true
  }

  /// The problem to report if the Toolfile has changed since it was read.
  private var changed: Problem { .project(.file(.manifestChanged(path: project.toolfile.path))) }
}

extension ContestedTool {
  fileprivate var versions: MergedVersions {
    .init(ours: ours?.version, theirs: theirs?.version)
  }
}

extension Project {
  /// The path of the Toolfile.
  package var toolfilePath: FilePath { folder.appending(Toolfile.name) }

  /// Checks that the Toolfile may be written, so that an edit fails before it begins.
  ///
  /// A read-only file is left alone, even if its folder permits replacing it.
  ///
  /// - Throws: ``SystemProblem/call(_:path:code:reason:writing:)`` if it may not be written, or
  ///   ``FileProblem/linkOutside(path:isWritten:)`` if it or the lock is a link out of the
  ///   repository.
  package func checkToolfileIsWritable() throws(Problem) {
    try checkFilesAreInRepository()
    try mappingFileErrors(try toolfilePath.checkIsNotReadOnly())
  }

  /// Checks that neither the Toolfile nor the lock, which lists its tools, is a link out of the
  /// repository. If one is, neither of them is written.
  ///
  /// - Throws: ``FileProblem/linkOutside(path:isWritten:)`` if one is.
  package func checkFilesAreInRepository() throws(Problem) {
    try toolfilePath.checkIsInRepository(named: toolfile.path)
    try lockPath.checkIsInRepository(named: lockName)
  }
}
