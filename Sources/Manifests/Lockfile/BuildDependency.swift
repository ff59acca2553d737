package import Vocabulary

/// An installation that another one was built with, such as a program that its steps ran.
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

  /// The words of its line in the text of a content id and in a receipt.
  package var words: [String] { [tool.text, version.text, id.description] }
}

/// A dependency of the build for one platform: a `with` line of a lock.
package struct LockedBuildDependency: Hashable, Sendable {
  package let dependency: BuildDependency
  package let platform: Platform

  /// Creates a line. See the properties.
  package init(_ dependency: BuildDependency, on platform: Platform) {
    self.dependency = dependency
    self.platform = platform
  }

  /// What determines the place of the line in a stanza.
  var order: (String, String) { (dependency.tool.text, platform.rawValue) }
}
