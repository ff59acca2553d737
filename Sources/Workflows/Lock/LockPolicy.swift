package import Diagnostics
package import Filesystem
package import Manifests
package import Projects

/// Whether an install may write the lock.
package enum LockPolicy: Hashable, Sendable {
  /// Yes, if it is missing or its manifest has changed.
  case writable
  /// No; it must match the manifest as it is.
  case frozen

  /// - Parameters:
  ///   - isFrozen: what the user requested.
  ///   - environment: never writable if `CI` is set, except to `false` or `0`.
  package init(isFrozen: Bool, _ environment: Environment) {
    let ci = environment.nonEmpty("CI")
    let isCI = ci != nil && ci != "false" && ci != "0"
    self = isFrozen || isCI ? .frozen : .writable
  }

  /// The lock of `project` if it matches the manifest. nil if it must be written; throws `noLock`
  /// or `lockIsStale` if it must be but may not.
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
