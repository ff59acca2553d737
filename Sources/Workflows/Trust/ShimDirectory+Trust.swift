internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import Shims

extension ShimDirectory {
  /// Creates a value that guards the executables that hide programs of the system.
  init(_ root: Root, _ environment: Environment) {
    let guarded = GuardedExecutables(environment)
    self.init(root) { guarded.contains($0) }
  }
}

extension Root {
  /// Returns a function that tells whether the user has accepted all executables of a lock, and
  /// whether those of its tools that are installed are confirmed (``ConfirmedArtifacts``).
  func accepts(_ environment: Environment) -> (Lockfile, FilePath) -> Bool {
    let guarded = GuardedExecutables(environment, .trusted(in: self))
    let (ledger, confirmed) = (TrustLedger(self, environment), ConfirmedArtifacts(self))
    return { lock, path in
      let isConfirmed = lock.tools.allSatisfy { tool in
        guard let planned = PlannedInstallation(tool, for: .current) else { return true }
        return confirmed.contains(planned) || !self.folder(of: planned.installed).exists
      }
      let requests = lock.tools.flatMap { tool in
        guarded.requests(
          for: tool.executables(for: .current), of: tool.name, tool.declaration, origin: nil)
      }
      let project = path.parentDirectory
      return isConfirmed
        && (requests.isEmpty || (try? ledger.unaccepted(requests, for: project))?.isEmpty ?? false)
    }
  }
}
