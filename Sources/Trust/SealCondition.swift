internal import Diagnostics
package import Filesystem
package import Layout
package import Manifests
internal import Projects
internal import SourceKinds
internal import Vocabulary

/// The condition for sealing a lock. Shims run the tools of a sealed lock without further checks:
///
/// - The user has accepted all of its executables.
/// - Its installed tools are confirmed (``ConfirmedArtifacts``).
/// - Nothing contradicts its stanzas.
/// - It contains every tool that the project declares or needs.
package struct SealCondition: Sendable {
  private let root: Root
  private let guarded: GuardedExecutables
  /// The state of the folders before they were searched, or `nil` if they changed so recently that
  /// another change could leave the state as it is.
  private let state: PathState?
  private let ledger: TrustLedger
  private let environment: Environment

  /// Creates the condition for the locks of projects that use `root`.
  package init(_ root: Root, _ environment: Environment) {
    self.root = root
    self.environment = environment
    let state = PathState(environment, besides: root)
    self.state = state.isSettled(now: WallClock.now) ? state : nil
    guarded = GuardedExecutables(environment, root, areMany: true)
    // A seal outlives this run, so only the record counts, and neither `CI` nor `BOOTSTRAP_TRUST`.
    ledger = TrustLedger(root, environment)
  }

  /// Judges the lock of the project in a folder. Returns `nil` if it may not be sealed.
  ///
  /// - Parameter examine: Records the states of files and folders, and returns whether each of them
  ///   exists. Receives all on which the judgment depends if it needs no consent, each before it is
  ///   read.
  package func judgment(
    of lock: Lockfile, in project: FilePath, examining examine: ([FilePath]) -> [Bool]
  ) -> SealJudgment? {
    let files = environment.filesFolder(of: project)
    var isCertain = files == project && guarded.knowsAllPrograms
    let planned = lock.tools.compactMap { PlannedInstallation($0, for: .current) }
    guard isConfirmed(planned, in: files, &isCertain, examine),
      agrees(lock, with: project, in: files, &isCertain, examine),
      let folder = try? Project.consentFolder(of: project, environment)
    else { return nil }
    var names: [ExecutableName] = []
    var needsConsent = false
    for tool in lock.tools {
      let unprovided = guarded.unprovided(of: tool, for: .current)
      if unprovided.isEmpty { continue }
      let requests = guarded.requests(of: tool, for: .current, origin: nil)
      guard let open = try? ledger.unaccepted(requests, for: folder), open.isEmpty else {
        return nil
      }
      if !requests.isEmpty { needsConsent = true }
      names += unprovided.filter { name in
        !requests.contains { request in
          if case .executable(name, _, _, _, _) = request.item { true } else { false }
        }
      }
    }
    let premise = SealPremise(names, while: guarded.mayContain(names) ? nil : state)
    return SealJudgment(
      premise, restsOnFiles: !needsConsent && isCertain && stillHolds(premise))
  }

  /// Returns whether an earlier judgment with this premise still holds, provided that none of its
  /// deciding files has changed.
  package func stillHolds(_ premise: SealPremise) -> Bool {
    guarded.trustsShippedDefinitionsOnly && premise.holds(in: state)
      && !guarded.arePinned(premise.names)
  }

  /// Returns whether each installation is confirmed, or is missing and will be confirmed by a
  /// server.
  ///
  /// - Parameter isCertain: Becomes false if a record exists but cannot be read.
  private func isConfirmed(
    _ planned: [PlannedInstallation], in folder: FilePath, _ isCertain: inout Bool,
    _ examine: ([FilePath]) -> [Bool]
  ) -> Bool {
    let confirmed = ConfirmedArtifacts(root, for: folder)
    let records = planned.map { confirmed.file(for: $0) }
    var others: [FilePath] = []
    for ((planned, record), exists) in zip(zip(planned, records), examine(records)) {
      let versions = confirmed.versions(in: record)
      if exists != (versions != nil) { isCertain = false }
      if confirmed.contains(planned, knownAs: versions ?? []) { continue }
      // A later install asks a server, but a folder may lack its index only for now.
      let isLocal = SourceCatalog.standard[planned.declaration.source]?.isLocal ?? false
      if isLocal { return false }
      others.append(root.folder(of: planned.installed))
    }
    return !examine(others).contains(true)
  }

  /// Returns whether nothing in `files` contradicts `lock`, and it contains every tool that the
  /// project in `folder` declares or needs for this platform. Below a sealed lock, a shim without a
  /// pin runs the system's program, which must not take the place of such a tool.
  ///
  /// - Parameter isCertain: Becomes false if a file exists but cannot be read.
  private func agrees(
    _ lock: Lockfile, with folder: FilePath, in files: FilePath, _ isCertain: inout Bool,
    _ examine: ([FilePath]) -> [Bool]
  ) -> Bool {
    let paths = [Toolfile.name, ToolVersionFile.name].map(folder.appending)
    let exist = examine(paths + [root.config, root.consentRule] + indexes(of: lock, in: files))
    let (toolfile, hasToolfile) = Self.read { () throws(ManifestError) in
      try Toolfile.read(at: paths[0], named: paths[0].string)
    }
    let (pins, hasPins) = Self.read { () throws(ManifestError) in
      try ToolVersionFile.read(at: paths[1], named: paths[1].string)
    }
    if [hasToolfile, hasPins] != Array(exist.prefix(2)) { isCertain = false }
    let contradiction = lock.contradiction(
      in: files, defining: files == folder ? toolfile?.definitions ?? [] : nil)
    if contradiction.lacksIndex { isCertain = false }
    if contradiction.exists { return false }
    guard let toolfile else { return true }
    let project = Project(folder: folder, toolfile: toolfile, pins: pins, lock: lock)
    return project.toolsMissingFromLock(for: .current).isEmpty
  }

  /// Returns the file that `body` reads, or `nil` if it is missing or invalid, and whether it was
  /// read. A file that is invalid was read, too.
  private static func read<Manifest>(
    _ body: () throws(ManifestError) -> Manifest?
  ) -> (manifest: Manifest?, isRead: Bool) {
    do throws(ManifestError) {
      let manifest = try body()
      return (manifest, manifest != nil)
    } catch {
      if case .syntax = error { return (nil, true) }
      return (nil, false)
    }
  }

  /// Returns the indexes of the folders from which tools of the lock come.
  private func indexes(of lock: Lockfile, in folder: FilePath) -> [FilePath] {
    let addresses = Set(
      lock.tools.compactMap { tool in
        tool.declaration.source == DirectoryKind.name
          ? tool.declaration[LockedDeclaration.addressKey] : nil
      })
    return addresses.sorted().map {
      folder.resolving(FilePath($0)).appending(DirectoryKind.indexName)
    }
  }
}
