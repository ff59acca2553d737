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
  package func judgment(of lock: Lockfile, in project: FilePath) -> SealJudgment? {
    let files = environment.filesFolder(of: project)
    guard isConfirmed(lock, in: files), isComplete(lock, in: project),
      lock.contradiction(in: files, named: files.appending(Lockfile.name).string) == nil,
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
      premise, restsOnFiles: !needsConsent && files == project && stillHolds(premise))
  }

  /// Returns whether an earlier judgment with this premise still holds, provided that none of its
  /// deciding files has changed.
  package func stillHolds(_ premise: SealPremise) -> Bool {
    guarded.trustsShippedDefinitionsOnly && premise.holds(in: state)
      && !guarded.arePinned(premise.names)
  }

  /// Returns the files and folders on which the judgment of a lock depends if it needs no consent.
  /// Some of them may not exist.
  package func decidingFiles(of lock: Lockfile, in project: FilePath) -> [FilePath] {
    let confirmed = ConfirmedArtifacts(root, for: project)
    var files = [Toolfile.name, ToolVersionFile.name].map(project.appending)
    files += [root.config, root.consentRule]
    var folders: Set<String> = []
    for tool in lock.tools {
      if tool.declaration.source == DirectoryKind.name,
        let address = tool.declaration[LockedDeclaration.addressKey]
      {
        folders.insert(address)
      }
      guard let planned = PlannedInstallation(tool, for: .current) else { continue }
      files.append(confirmed.file(for: planned))
      // What is not confirmed may be sealed until it is installed.
      if !confirmed.contains(planned) { files.append(root.folder(of: planned.installed)) }
    }
    return files
      + folders.sorted().map { project.resolving(FilePath($0)).appending(DirectoryKind.indexName) }
  }

  private func isConfirmed(_ lock: Lockfile, in folder: FilePath) -> Bool {
    let confirmed = ConfirmedArtifacts(root, for: folder)
    return lock.tools.allSatisfy { tool in
      guard let planned = PlannedInstallation(tool, for: .current) else { return true }
      if confirmed.contains(planned) { return true }
      // A later install asks a server, but a folder may lack its index only for now.
      let isLocal = SourceCatalog.standard[planned.declaration.source]?.isLocal ?? false
      return !isLocal && !root.folder(of: planned.installed).exists
    }
  }

  /// Returns whether `lock` contains every tool that the project in `folder` declares or needs for
  /// this platform. Below a sealed lock, a shim without a pin runs the system's program, which must
  /// not take the place of such a tool.
  private func isComplete(_ lock: Lockfile, in folder: FilePath) -> Bool {
    let path = folder.appending(Toolfile.name)
    let pins = folder.appending(ToolVersionFile.name)
    guard let toolfile = (try? Toolfile.read(at: path, named: path.string)) ?? nil else {
      return true
    }
    let project = Project(
      folder: folder, toolfile: toolfile,
      pins: (try? ToolVersionFile.read(at: pins, named: pins.string)) ?? nil, lock: lock)
    return project.toolsMissingFromLock(for: .current).isEmpty
  }
}
