package import Diagnostics
package import Filesystem
internal import Installation
package import Layout
package import Manifests
package import Releases
package import Versions
internal import Vocabulary

/// Replaces bootstrap itself with another release.
package struct SelfUpdateWorkflow: Sendable {
  /// The releases that the user may want.
  package struct Outlook: Sendable {
    /// The release to update to, or `nil` if the running version is the newest that can be used.
    package let release: ProgramRelease?
    /// A newer release that the project's requirement excludes, or `nil` if there is none.
    package let heldBack: ProgramRelease?
  }

  private let repository: ReleaseRepository
  private let replacement: ProgramReplacement
  private let environment: Environment
  private let observe: @Sendable (WorkflowEvent) -> Void

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - repository: The repository of the releases.
  ///   - root: The root that contains the programs.
  ///   - environment: The environment of the new program.
  ///   - observe: Receives progress, on any thread.
  package init(
    _ repository: ReleaseRepository, root: Root, environment: Environment,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.repository = repository
    replacement = ProgramReplacement(root, environment: environment, observe: observe)
    self.environment = environment
    self.observe = observe
  }

  // MARK: The choice of a release

  /// Returns the release to update to.
  ///
  /// - Parameters:
  ///   - wanted: The version that the user asks for, or `nil` for the newest.
  ///   - running: The version to update.
  ///   - requirement: The versions of bootstrap that the project can be used with, or `nil` if it
  ///     states none.
  ///   - isForced: Whether the release may be older than the running one, or the same, or excluded
  ///     by the requirement.
  /// - Throws: ``ReleaseProblem`` if no release fits, or ``Problem`` if the index cannot be had.
  package func outlook(
    _ wanted: String?, running: String, requirement: Located<Requirement>?, isForced: Bool
  ) async throws(Problem) -> Outlook {
    let index = try await repository.index()
    let choice = ReleaseChoice(
      index, running: Self.version(running), platform: .current,
      requirement: isForced ? nil : requirement, allowsOlder: isForced)
    do throws(ReleaseProblem) {
      guard let wanted else { return try choice.newest() }
      guard let version = Self.version(wanted), let release = index.release(version) else {
        throw .unknownVersion(wanted, known: index.releases.map(\.version.spelling))
      }
      return Outlook(release: try choice.check(release), heldBack: nil)
    } catch {
      throw .release(error)
    }
  }

  private static func version(_ text: String) -> Version? {
    try? Version(parsing: text, scheme: .general)
  }

  // MARK: The replacement

  /// Replaces the programs with those of `release`, and keeps the old ones for
  /// ``ProgramReplacement/rollBack()``.
  ///
  /// - Parameters:
  ///   - release: The release.
  ///   - running: The version for which it was chosen.
  /// - Throws: ``Problem`` if the release cannot be had, or the programs cannot be written. They
  ///   are then as before.
  package func update(to release: ProgramRelease, from running: String) async throws(Problem) {
    let version = release.version.spelling
    let title = "bootstrap \(version)"
    try await replacement.install(version, insteadOf: running) { [self] staging throws(Problem) in
      if !repository.isOffline, let archive = release.archives[Platform.current.rawValue] {
        observe(.install(.downloading(title: title, byteCount: archive.size)))
      }
      return try await StagedRelease(
        release, from: repository, in: staging, environment: environment
      ) { [observe] count in
        observe(.install(.received(title: title, byteCount: count)))
      }.files
    }
  }
}
