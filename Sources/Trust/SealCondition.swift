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
  private let ledger: TrustLedger

  /// Creates the condition for the locks of projects that use `root`.
  package init(_ root: Root, _ environment: Environment) {
    self.root = root
    guarded = GuardedExecutables(environment, .trusted(in: root))
    // A seal outlives this run, so only the record counts, and neither `CI` nor `BOOTSTRAP_TRUST`.
    ledger = TrustLedger(root, environment)
  }

  /// Returns whether `lock` at `path` meets the condition.
  package func isMet(by lock: Lockfile, at path: FilePath) -> Bool {
    let project = path.parentDirectory
    return isConfirmed(lock, in: project) && isComplete(lock, in: project)
      && lock.contradiction(in: project, named: path.string) == nil
      && isAccepted(lock, in: project)
  }

  private func isAccepted(_ lock: Lockfile, in project: FilePath) -> Bool {
    let requests = lock.tools.flatMap { tool in
      guarded.requests(
        for: tool.executables(for: .current), of: tool.name, tool.declaration, origin: nil)
    }
    return requests.isEmpty || (try? ledger.unaccepted(requests, for: project))?.isEmpty ?? false
  }

  private func isConfirmed(_ lock: Lockfile, in project: FilePath) -> Bool {
    let confirmed = ConfirmedArtifacts(root, for: project)
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
