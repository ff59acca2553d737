package import Diagnostics
package import Filesystem
package import Manifests
package import Projects

/// Whether an install may write the lock.
package enum LockPolicy: Hashable, Sendable {
  /// The lock may be written if it is missing or its manifest has changed.
  case writable
  /// The lock must match the manifest as it is.
  case frozen

  /// Chooses the policy for an install.
  ///
  /// - Parameters:
  ///   - isFrozen: Whether the user requested a frozen lock.
  ///   - environment: The lock is also frozen if `CI` is set to anything but `false` or `0`.
  package init(isFrozen: Bool, _ environment: Environment) {
    let ci = environment.nonEmpty("CI")
    let isCI = ci != nil && ci != "false" && ci != "0"
    self = isFrozen || isCI ? .frozen : .writable
  }

  /// Returns the lock of `project` if it matches the manifest, and `nil` if it must be written.
  ///
  /// - Throws: `noLock` or `lockIsStale` if the lock must be written but is frozen.
  package func currentLock(of project: Project) throws(Problem) -> Lockfile? {
    guard let lock = project.lock else {
      if self == .frozen { throw .project(.noLock(toolfile: project.toolfile.path)) }
      return nil
    }
    let difference = project.difference(from: lock)
    if difference.isEmpty { return lock }
    if self == .frozen { throw .project(.lockIsStale(lock: project.lockName, difference)) }
    return nil
  }
}
