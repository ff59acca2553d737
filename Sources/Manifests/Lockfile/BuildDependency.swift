package import Vocabulary

/// An installed tool that the steps of a build can run.
package struct BuildDependency: Hashable, Sendable {
  package let tool: ToolName
  package let version: VersionText
  package let id: ContentID

  /// Creates a dependency. See the properties.
  package init(tool: ToolName, version: VersionText, id: ContentID) {
    self.tool = tool
    self.version = version
    self.id = id
  }

  /// The fields of a `with` line that does not state a platform.
  package var words: [String] { [tool.text, version.text, id.description] }
}

/// A `with` line of a lock: a tool that the steps can run when they build for a platform.
package struct LockedBuildDependency: Hashable, Sendable {
  package let dependency: BuildDependency
  package let platform: Platform

  /// Creates a line. See the properties.
  package init(_ dependency: BuildDependency, on platform: Platform) {
    self.dependency = dependency
    self.platform = platform
  }

  /// The sort key of the line in a stanza.
  var order: (String, String) { (dependency.tool.text, platform.rawValue) }
}
