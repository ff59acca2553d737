package import Vocabulary

/// A statement of a lock that the policy of the machine depends on, but that the source of a tool
/// could not confirm.
package struct UnconfirmedStatement: Hashable, Sendable {
  /// What a lock states.
  package enum Kind: String, Hashable, Sendable {
    /// The time of the release.
    case time
    /// The publisher that the source states.
    case publisher
    /// That the index states the digest.
    case digest
  }

  package let kind: Kind
  /// The policy line that depends on it.
  package let rule: PolicyLine
  package let tool: ToolName
  package let version: VersionText
  /// The location that asks for the tool, or `nil` if it is unknown.
  package let origin: Origin?
  /// The reason that the source could not be asked, or `nil` if the command is offline.
  package let problem: SourceProblem?

  /// Creates a statement.
  package init(
    _ kind: Kind, _ rule: PolicyLine, of tool: ToolName, _ version: VersionText, origin: Origin?,
    because problem: SourceProblem?
  ) {
    self.kind = kind
    self.rule = rule
    self.tool = tool
    self.version = version
    self.origin = origin
    self.problem = problem
  }
}
