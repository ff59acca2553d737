package import Diagnostics
package import Filesystem
package import Manifests
package import Projects

/// Whether an install may write the lock.
package enum LockPolicy: Hashable, Sendable {
  /// Where it is missing, or its manifest has changed.
  case writable
  /// Never: it must answer the manifest as it is.
  case frozen

  /// - Parameters:
  ///   - isFrozen: what the person asked for.
  ///   - environment: with `CI` set, and not to `false` or `0`, an install never writes a lock.
  package init(isFrozen: Bool, _ environment: Environment) {
    let ci = environment.nonEmpty("CI")
    let isCI = ci != nil && ci != "false" && ci != "0"
    self = isFrozen || isCI ? .frozen : .writable
  }

  /// The lock of `project` where it answers its manifest. nil where it is to be written.
  ///
  /// - Throws: `noLock` and `lockIsStale` where it would have to be written, and may not.
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
