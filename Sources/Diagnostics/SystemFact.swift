package import Vocabulary

/// The result of checking one `require_system` statement on this machine.
package struct SystemFact: Error, Hashable, Sendable {
  /// How the program compares with the requirement.
  package enum State: Hashable, Sendable {
    /// The version meets the requirement.
    case met(version: String)
    /// The version does not meet the requirement.
    case unfit(version: String)
    /// The program printed no version or failed. `output` is the first line that it printed, or
    /// `nil` if it printed nothing.
    case unreadable(output: String?)
    /// The program did not end within this time.
    case silent(seconds: Int)
    /// `PATH` has no such program.
    case missing
  }

  /// The name in the Toolfile.
  package let name: ToolName
  /// The versions that meet the requirement. Empty if any version does.
  package let requirement: String
  /// The location of the statement.
  package let origin: Origin
  /// The name of the program that prints the version.
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
