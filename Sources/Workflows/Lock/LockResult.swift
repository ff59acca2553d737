package import Manifests
package import Projects
package import Vocabulary

/// A new lock of a project, and what the sources of its tools have beyond it.
package struct LockResult: Sendable {
  package let lock: Lockfile
  /// The newer versions of the tools whose sources were queried.
  package let outlooks: [ToolName: VersionOutlook]

  /// Returns the tools that differ from an earlier lock.
  package func changes(since previous: Lockfile?) -> [LockChange] {
    lock.changes(since: previous, outlooks.mapValues(\.heldBack))
  }
}
