package import Vocabulary

/// A version for which a file of another version manager asks.
package struct GuestRequest: Hashable, Sendable {
  package let tool: ToolName
  /// A version, the first numbers of one, or a requirement.
  package let version: String
  /// Whether ``version`` is a requirement. It selects the newest version that satisfies it.
  package let isRequirement: Bool
  /// The file and line.
  package let origin: Origin
  /// Whether a registry of the user or of the program defines the tool, so that it can be
  /// installed.
  package let isDefined: Bool
  /// The words after the version on its line, which name alternatives.
  package let alternatives: [String]

  /// Creates a request.
  package init(
    tool: ToolName, version: String, isRequirement: Bool = false, origin: Origin, isDefined: Bool,
    alternatives: [String] = []
  ) {
    self.tool = tool
    self.version = version
    self.isRequirement = isRequirement
    self.origin = origin
    self.isDefined = isDefined
    self.alternatives = alternatives
  }
}
