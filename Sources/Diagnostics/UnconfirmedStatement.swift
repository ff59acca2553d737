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

  /// Why the source could not confirm it.
  package enum Reason: Hashable, Sendable {
    /// The command is offline.
    case offline
    /// The index does not list the release, although it has confirmed the file earlier, or although
    /// the address of the file tells the release.
    case unlisted
    /// The source could not be asked.
    case problem(SourceProblem)
  }

  package let kind: Kind
  /// The policy line that depends on it.
  package let rule: PolicyLine
  package let tool: ToolName
  package let version: VersionText
  /// The location that asks for the tool, or `nil` if it is unknown.
  package let origin: Origin?
  package let reason: Reason

  /// Creates a statement.
  package init(
    _ kind: Kind, _ rule: PolicyLine, of tool: ToolName, _ version: VersionText, origin: Origin?,
    because reason: Reason
  ) {
    self.kind = kind
    self.rule = rule
    self.tool = tool
    self.version = version
    self.origin = origin
    self.reason = reason
  }
}
