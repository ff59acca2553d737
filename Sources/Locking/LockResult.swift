package import Manifests
package import Projects
package import Vocabulary

/// A new lock of a project, and what the sources of its tools have beyond it.
package struct LockResult: Sendable {
  package let lock: Lockfile
  /// The newer versions of the tools whose sources were queried.
  package let outlooks: [ToolName: VersionOutlook]

  /// Creates a result.
  package init(lock: Lockfile, outlooks: [ToolName: VersionOutlook]) {
    self.lock = lock
    self.outlooks = outlooks
  }

  /// Returns the tools that differ from an earlier lock.
  package func changes(since previous: Lockfile?) -> [LockChange] {
    lock.changes(since: previous, outlooks.mapValues(\.heldBack))
  }
}
