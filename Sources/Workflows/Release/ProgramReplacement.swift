package import Diagnostics
package import Filesystem
internal import Installation
package import Layout
internal import Releases
internal import Versions

/// Replaces the programs in a root while it holds the root's lock, and restores earlier ones.
package struct ProgramReplacement: Sendable {
  private let root: Root
  private let programs: InstalledPrograms
  private let environment: Environment
  private let observe: @Sendable (WorkflowEvent) -> Void

  /// Creates a replacement.
  ///
  /// - Parameters:
  ///   - root: The root that contains the programs.
  ///   - environment: The environment in which the programs state their versions.
  ///   - observe: Receives progress, on any thread.
  package init(
    _ root: Root, environment: Environment, observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.root = root
    programs = InstalledPrograms(in: root, environment)
    self.environment = environment
    self.observe = observe
  }

  /// The version of the programs in the root, or `nil` if it has none that run.
  package var version: String? {
    get throws(Problem) {
      try mappingFileErrors(try programs.current.version(environment))
    }
  }

  /// Finishes a replacement that was interrupted, or undoes it.
  ///
  /// - Returns: Whether there was one.
  package func complete() async throws(Problem) -> Bool {
    let haveRemains = try mappingFileErrors(try programs.haveRemains)
    guard haveRemains else { return false }
    try await run { [programs] staging throws(Problem) in
      try mappingFileErrors(try programs.complete(staging: staging))
    }
    return true
  }

  /// Replaces the programs with those from before the last update, and keeps the current ones.
  /// Returns the version of the restored programs.
  ///
  /// - Parameter formatPath: Returns a path as messages show it.
  /// - Throws: ``ReleaseProblem/nothingToRollBack`` if there are none,
  ///   ``ReleaseProblem/lostRelease(path:release:)`` if the release in use is unknown,
  ///   ``ReleaseProblem/damagedEarlier(path:)`` if they do not run, or ``Problem`` if the programs
  ///   cannot be written. They are then as before.
  package func rollBack(formatPath: (FilePath) -> String) async throws(Problem) -> String {
    let (lost, earlier, damaged) = try mappingFileErrors { () throws(FileError) in
      (
        try programs.lostRelease(formatPath: formatPath), try programs.earlier,
        try programs.damagedEarlier
      )
    }
    if let lost { throw .release(lost) }
    if let damaged { throw .release(.damagedEarlier(path: formatPath(damaged))) }
    guard earlier?.version(environment) != nil else { throw .release(.nothingToRollBack) }
    var restored: String?
    try await run(insteadOf: try version) { [programs] staging throws(Problem) in
      restored = try mappingFileErrors(try programs.rollBack(staging: staging))
    }
    guard let restored else { throw .release(.nothingToRollBack) }
    return restored
  }

  /// Replaces the programs with those in a folder with the structure of a release's archive, such
  /// as an unpacked one. Returns their version.
  ///
  /// - Parameters:
  ///   - folder: The folder, outside of the root.
  ///   - allowsOlder: Whether the programs may be older than those in the root.
  ///   - formatPath: Returns a path as messages show it.
  /// - Throws: ``ReleaseProblem`` if there are none that run, or they may not be installed, or
  ///   ``Problem`` if the programs cannot be written.
  package func install(
    from folder: FilePath, allowsOlder: Bool, formatPath: (FilePath) -> String
  ) async throws(Problem) -> String {
    // A root has a link to its release in the place of the main program, but not of all files.
    let main = try? ProgramFiles(in: folder).mainProgram.resolvingLinks()
    let folder = main?.parentDirectory.parentDirectory ?? folder
    let files = ProgramFiles(in: folder)
    // Other folders of the root are no releases of its own: `install.sh` unpacks beside them.
    let isOwn = try mappingFileErrors { () throws(FileError) in
      guard try root.programs.isPresent() else { return false }
      return try folder.resolvingLinks().relative(to: root.programs.resolvingLinks()) != nil
    }
    if isOwn { throw .release(.folderInRoot(formatPath(folder))) }
    let missing = try mappingFileErrors(try files.firstMissing())
    guard missing == nil, let version = files.version(environment), files.canChange(environment)
    else {
      throw .release(.notARelease(folder: formatPath(folder), missing: missing))
    }
    guard files.shimRuns(environment) else {
      throw .release(
        .damagedProgram(folder: formatPath(folder), file: ProgramFiles.shimProgram))
    }
    if !allowsOlder, let running = try self.version, Self.isOlder(version, than: running) {
      throw .release(
        .downgrade(version: version, running: running, folder: formatPath(folder)))
    }
    try await install(version) { staging throws(Problem) in
      let copy = staging.appending("release")
      try mappingFileErrors(try files.copy(to: copy))
      return ProgramFiles(in: copy)
    }
    return version
  }

  private static func isOlder(_ version: String, than other: String) -> Bool {
    guard let version = try? Version(parsing: version, scheme: .general),
      let other = try? Version(parsing: other, scheme: .general)
    else { return false }
    return version < other
  }

  /// Replaces the programs with those that `prepare` puts into a folder in the staging area.
  ///
  /// - Parameters:
  ///   - version: The version of the new programs.
  ///   - expected: The version for which the new one was chosen, or `nil` to replace any.
  /// - Throws: ``ReleaseProblem/replacedMeanwhile(version:)`` if another command has replaced
  ///   the expected version, or ``Problem`` if the programs cannot be had or written. They are then
  ///   as before.
  func install(
    _ version: String, insteadOf expected: String? = nil,
    _ prepare: (_ staging: FilePath) async throws(Problem) -> ProgramFiles
  ) async throws(Problem) {
    try await run(insteadOf: expected) { [programs] staging throws(Problem) in
      let files = try await prepare(staging)
      try mappingFileErrors(try programs.install(files, version: version, staging: staging))
    }
  }

  /// Runs `body` under the root's lock.
  private func run(
    insteadOf expected: String? = nil, _ body: (_ staging: FilePath) async throws(Problem) -> Void
  ) async throws(Problem) {
    let staging = try StagingArea.begin(in: root, purpose: "self-update") { holder in
      observe(.notice(.progress(.waiting(holder: holder))))
    }
    do throws(Problem) {
      // The new programs need the store when they recreate the shims.
      try mappingFileErrors { () throws(FileError) in
        if try root.store.isPresent() { try root.store.checkIsWritable() }
      }
      if let expected, let found = try version, found != expected {
        throw .release(.replacedMeanwhile(version: found))
      }
      try await body(staging.folder)
    } catch {
      if !staging.foundRemains { try? staging.finish() }
      throw error
    }
    // The new program recreates the shims, because it may write them in another form. Until then,
    // this folder tells every command that they may be out of date.
    try mappingFileErrors { () throws(FileError) in
      for name in try staging.folder.entries() { try staging.folder.appending(name).removeTree() }
    }
  }
}
