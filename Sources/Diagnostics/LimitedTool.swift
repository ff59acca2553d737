package import Vocabulary

/// A tool that a project wants only for platforms other than this one.
package struct LimitedTool: Hashable, Sendable {
  package let name: ToolName
  /// The platforms for which the project wants the tool.
  package let platforms: [Platform]
  /// The line of the Toolfile that declares the tool or, if it does not, the tool's line in the
  /// lock.
  package let origin: Origin

  /// Creates a limited tool.
  package init(_ name: ToolName, to platforms: [Platform], at origin: Origin) {
    self.name = name
    self.platforms = platforms
    self.origin = origin
  }
}
