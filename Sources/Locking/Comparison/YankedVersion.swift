package import Vocabulary

/// A locked version that its source has yanked since it was locked. It can still be installed.
package struct YankedVersion: Hashable, Sendable {
  package let tool: ToolName
  package let version: VersionText
  /// The reason for yanking the version. Empty if the publisher stated none.
  package let reason: String
}
