internal import Diagnostics
package import Manifests
package import Projects
package import ToolSources
package import Versions
package import Vocabulary

/// A request for the lock of a project.
package struct LockRequest: Sendable {
  /// The project to lock.
  package internal(set) var project: Project {
    didSet { difference = nil }
  }
  /// The lock to replace, or `nil` to keep nothing. It is separate from the project because an
  /// edited project has no lock yet.
  package let previous: Lockfile?
  /// The tools that may move to newer versions.
  package let update: LockUpdate
  /// The difference between the project and the lock to replace, or `nil` if it is not known.
  var difference: LockDifference?
  /// The order in which versions are preferred.
  package let preference: UpdatePreference
  /// The tools whose publisher may differ from that in the previous lock.
  package let acceptedPublishers: Set<ToolName>
  /// Receives each artifact that the lock will probably contain, with its tool, while other sources
  /// are still being queried.
  package let announce: @Sendable (ToolName, AnnouncedArtifact) -> Void

  /// Creates a request. By default, every tool keeps its version if that version meets all
  /// requirements.
  package init(
    _ project: Project, replacing previous: Lockfile?,
    updating update: LockUpdate = .nothing,
    preferring preference: UpdatePreference = .newest, accepting publishers: Set<ToolName> = [],
    announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void = { _, _ in }
  ) {
    self.project = project
    self.previous = previous
    self.update = update
    self.preference = preference
    acceptedPublishers = publishers
    self.announce = announce
  }
}
