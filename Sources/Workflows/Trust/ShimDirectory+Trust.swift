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

extension TrustLedger {
  /// Returns a function that tells whether the user has accepted all executables of a lock.
  func accepts(_ environment: Environment) -> (Lockfile, FilePath) -> Bool {
    let guarded = GuardedExecutables(environment)
    return { lock, path in
      let requests = lock.tools.flatMap { tool in
        guarded.requests(
          for: tool.executables(for: .current), of: tool.name, tool.declaration, origin: nil)
      }
      return requests.isEmpty
        || (try? self.unaccepted(requests, for: path.parentDirectory))?.isEmpty ?? false
    }
  }
}
