package import Vocabulary

/// The definitions of tools in a registry or Toolfile.
package enum RegistryNotice: Hashable, Sendable {
  /// The lock pins the newest registries. `isChanged` is `false` if it did so before.
  case areCurrent(isChanged: Bool)
  /// The registries now define these tools differently.
  case redefined(tools: [ToolName])
  /// The Toolfile now defines these tools differently, but the lock does not reflect that yet.
  case redefinedInToolfile([ToolName])
  /// The lock takes a tool from a different package than the shipped registry does. `known` is
  /// `nil` if that registry does not define the tool.
  case otherDefinition(tool: ToolName, locked: DefinedPackage, known: DefinedPackage?)
  /// All definitions in a registry are valid.
  case definitionsAreValid(count: Int)
  /// A search found no tool. `nearest` lists similar names.
  case noMatch(String, nearest: [String])
  /// A definition was proposed.
  case proposal(ProposalRemark)
}
