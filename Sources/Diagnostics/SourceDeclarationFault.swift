package import Vocabulary

/// A reason the declaration of a tool or a source is invalid, regardless of what the source
/// contains.
package enum SourceDeclarationFault: Hashable, Sendable {
  /// No source has this name. `known` lists the sources that exist.
  case unknownSource(known: [String])
  /// The source does not have this option. `known` lists its options.
  case unknownOption(String, known: [String])
  /// The value of this option does not have the expected form.
  case badOption(String, expected: SourceProblem.OptionForm)
  /// The definition of the tool names no source. `known` lists the sources that exist.
  case noSourceInDefinition(known: [String])
  /// The definition of the tool names a source that needs an address, but a definition cannot
  /// contain one. `known` lists the sources that a definition can use.
  case addressedSourceInDefinition(known: [String])
  /// A definition of the project provides executables with the reserved `names`, which only the
  /// Toolfile itself may request. `others` lists the executables that the Toolfile could list
  /// instead, if any.
  case reservedInDefinition(names: [String], others: [String])
  /// The tool needs another one that no registry defines. `known` lists the tools that are defined.
  case undefinedNeed(ToolName, known: [ToolName])
  /// The definitions form a cycle of needs. The list starts and ends with the same tool.
  case cycleOfNeeds([String])
  /// The manifest names a package, but not the source that has it.
  case packageWithoutSource
  /// Two options set the same property of a tool.
  case conflictingOption(String, besides: String)
  /// The address is invalid. It is left out here, because it may contain a password.
  case badAddress(AddressFault)

  /// The exit code of a command that fails with this fault.
  package var exitCode: ExitCode { .unreadableManifest }
}
