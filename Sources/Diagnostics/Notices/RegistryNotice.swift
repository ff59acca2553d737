package import Vocabulary

/// How registries, or a Toolfile, define tools.
package enum RegistryNotice: Hashable, Sendable {
  /// The lock pins the newest content of the registries. `isChanged` is whether it pinned other
  /// content before.
  case areCurrent(isChanged: Bool)
  /// The registries define these tools differently from the lock.
  case redefined(tools: [ToolName])
  /// The Toolfile itself defines these tools differently now, which the lock does not follow.
  case redefinedInToolfile([ToolName])
  /// The lock and the shipped registry define a tool as different packages.
  /// `known` is `nil` if the shipped registry does not define the tool.
  case otherDefinition(tool: ToolName, locked: DefinedPackage, known: DefinedPackage?)
  /// The definitions of a registry are well-formed.
  case definitionsAreValid(count: Int)
  /// No registry has a tool that matches the words of a search. `nearest` lists similar names.
  case noMatch(String, nearest: [String])
  /// A definition was proposed to its author.
  case proposal(ProposalRemark)
}
