package import Vocabulary

/// What this machine has of a program that a Toolfile requires of the system.
package struct SystemFact: Error, Hashable, Sendable {
  /// How the program compares with the requirement.
  package enum State: Hashable, Sendable {
    /// The version meets the requirement.
    case met(version: String)
    /// The version does not meet the requirement.
    case unfit(version: String)
    /// The program did not state a version.
    case unreadable
    /// `PATH` has no such program.
    case missing
  }

  /// The name in the Toolfile.
  package let name: ToolName
  /// The versions that suffice. Empty if any does.
  package let requirement: String
  /// The location of the statement.
  package let origin: Origin
  /// The name of the program that was asked.
  package let program: String
  /// The path of the program, or `nil` if it is missing.
  package let path: String?
  package let state: State

  /// Creates a fact. See the properties.
  package init(
    _ name: ToolName, requirement: String, origin: Origin, program: String, path: String?,
    _ state: State
  ) {
    self.name = name
    self.requirement = requirement
    self.origin = origin
    self.program = program
    self.path = path
    self.state = state
  }

  /// Whether the machine meets the requirement.
  package var isMet: Bool {
    if case .met = state { true } else { false }
  }
}
