package import Diagnostics
package import Filesystem
package import Manifests
package import Projects

/// Whether an install may write the lock.
package enum LockPolicy: Hashable, Sendable {
  /// The lock may be written if it is missing or its manifest has changed.
  case writable
  /// The lock must already match the manifest.
  case frozen

  /// Chooses the policy for an install.
  ///
  /// - Parameters:
  ///   - isFrozen: Whether the user requested a frozen lock.
  ///   - environment: The environment variables. The lock is also frozen in continuous integration.
  package init(isFrozen: Bool, _ environment: Environment) {
    self = isFrozen || environment.isContinuousIntegration ? .frozen : .writable
  }

  /// Returns the lock of `project` if it matches the manifest, or `nil` if a new lock must be
  /// written.
  ///
  /// - Throws: ``LockProblem/missing(toolfile:)`` or ``LockProblem/stale(lock:_:)``, but only if
  ///   the policy is ``frozen``.
  package func currentLock(of project: Project) throws(Problem) -> Lockfile? {
    guard let lock = project.lock else {
      if self == .frozen { throw .project(.lock(.missing(toolfile: project.toolfile.path))) }
      return nil
    }
    let difference = project.difference(from: lock)
    if difference.isEmpty { return lock }
    if self == .frozen { throw .project(.lock(.stale(lock: project.lockName, difference))) }
    return nil
  }
}
