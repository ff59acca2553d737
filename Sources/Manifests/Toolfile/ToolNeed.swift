package import Versions
package import Vocabulary

/// Another tool that a tool needs to run.
package struct ToolNeed: Hashable, Sendable {
  package let tool: ToolName
  package let requirement: Requirement

  /// Creates a need for any version of `tool` that meets `requirement`.
  package init(_ tool: ToolName, _ requirement: Requirement) {
    self.tool = tool
    self.requirement = requirement
  }
}
