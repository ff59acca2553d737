package import Vocabulary

/// A locked version that its source has yanked since it was locked.
package struct YankedVersion: Hashable, Sendable {
  package let tool: ToolName
  package let version: VersionText
  /// The reason for yanking the version. Empty if the publisher stated none.
  package let reason: String
  /// The yanked gem of the tool, such as `json 2.9`, or `nil` if the tool itself was yanked.
  package var gem: String?
}
