package import Diagnostics
package import Filesystem
internal import Installation
package import Layout
internal import Releases
internal import Versions

/// Replaces the programs in a root while it holds the root's lock, and restores earlier ones.
package struct ProgramReplacement: Sendable {
  private let root: Root
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
    self.environment = environment
    self.observe = observe
  }

  /// Replaces the programs with those from before the last update, and keeps the current ones.
  /// Returns the version of the restored programs.
  ///
  /// - Throws: ``ReleaseProblem/nothingToRollBack`` if there are none, or ``Problem`` if the
  ///   programs cannot be written.
  package func rollBack() async throws(Problem) -> String {
    let previous = ProgramFiles(in: root.previous)
    guard let version = previous.version(environment) else { throw .release(.nothingToRollBack) }
    try await run { staging throws(Problem) in
      let folder = staging.appending("release")
      // Copies, because what is in `previous` stays until the programs are replaced.
      try mappingFileErrors { () throws(FileError) in try previous.copy(to: folder) }
      return ProgramFiles(in: folder)
    }
    return version
  }

  /// Moves the files that `prepare` returns into the root, under the root's lock.
  ///
  /// - Throws: ``ReleaseProblem/replacedMeanwhile(version:)`` if another command has replaced the
  ///   running version, for which the new one was chosen, or ``Problem`` if the programs cannot be
  ///   had or written. They are then as before.
  func run(
    _ prepare: (_ staging: FilePath) async throws(Problem) -> ProgramFiles
  ) async throws(Problem) {
    let staging = try StagingArea.begin(in: root, purpose: "self-update") { holder in
      observe(.notice(.waiting(holder: holder)))
    }
    do throws(Problem) {
      let installed = ProgramFiles(in: root.path).version(environment)
      if let installed, installed != ProgramVersion.text {
        throw .release(.replacedMeanwhile(version: installed))
      }
      let files = try await prepare(staging.folder)
      // Installing the same program again must not discard the version to go back to.
      let keepsPrevious = files.hasSameProgram(as: ProgramFiles(in: root.path))
      try mappingFileErrors { () throws(FileError) in
        try files.move(into: root, staging: staging.folder, keepingPrevious: keepsPrevious)
      }
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
