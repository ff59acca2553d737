package import Vocabulary

/// A tool whose publisher is not the one that its definition expects, or is less certain than the
/// project requires.
package struct UnmetProvenance: Hashable, Sendable {
  /// A demand on the publisher.
  package enum Demand: Hashable, Sendable {
    /// The publisher must have at least this provenance.
    case provenance(Provenance)
    /// The publisher must be this one, written as in a lock.
    case publisher(String)
    /// The files must prove the publisher in the lock.
    case lock
  }

  package let tool: ToolName
  package let version: VersionText
  package let demand: Demand
  /// The statement that demands it, or `nil` if it is unknown.
  package let origin: Origin?
  /// The publisher that the source states or the files prove, or `nil` if there is none.
  package let published: String?
  /// The files whose publisher is not proved.
  package let files: [UnverifiedFile]

  /// Creates the difference between `demand` and what is known about a version.
  package init(
    tool: ToolName, version: VersionText, _ demand: Demand, origin: Origin?, published: String?,
    files: [UnverifiedFile]
  ) {
    self.tool = tool
    self.version = version
    self.demand = demand
    self.origin = origin
    self.published = published
    self.files = files
  }
}
