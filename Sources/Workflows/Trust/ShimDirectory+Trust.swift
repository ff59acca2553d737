package import Filesystem
package import Layout
internal import Manifests
internal import Projects
package import Shims
internal import SourceKinds

extension ShimDirectory {
  /// Creates a value that guards the executables that hide programs of the system, and knows the
  /// package managers in the definitions of the user and of the program.
  package init(_ root: Root, _ environment: Environment) {
    let guarded = GuardedExecutables(environment)
    let registries = Registries.trusted(in: root)
    self.init(root) {
      guarded.contains($0)
    } packageRules: {
      registries.packages(of: $0)
    }
  }
}

extension Root {
  /// Returns a function that decides whether shims may trust a lock without another look:
  ///
  /// - The user has accepted all of its executables.
  /// - Its installed tools are confirmed (``ConfirmedArtifacts``).
  /// - Nothing contradicts its stanzas.
  /// - It contains every tool that the project declares or needs.
  func accepts(_ environment: Environment) -> (Lockfile, FilePath) -> Bool {
    let guarded = GuardedExecutables(environment, .trusted(in: self))
    let ledger = TrustLedger(self, environment)
    return { lock, path in
      let project = path.parentDirectory
      let confirmed = ConfirmedArtifacts(self, for: project)
      let isConfirmed = lock.tools.allSatisfy { tool in
        guard let planned = PlannedInstallation(tool, for: .current) else { return true }
        if confirmed.contains(planned) { return true }
        // A later install asks a server, but a folder may lack its index only for now.
        let isLocal = SourceCatalog.standard[planned.declaration.source]?.isLocal ?? false
        return !isLocal && !self.folder(of: planned.installed).exists
      }
      let requests = lock.tools.flatMap { tool in
        guarded.requests(
          for: tool.executables(for: .current), of: tool.name, tool.declaration, origin: nil)
      }
      return isConfirmed && isComplete(lock, in: project)
        && lock.contradiction(in: project, named: path.string) == nil
        && (requests.isEmpty || (try? ledger.unaccepted(requests, for: project))?.isEmpty ?? false)
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
