package import Diagnostics
package import Filesystem
package import Manifests
package import Vocabulary

/// The actions of a setup that only a command can carry out.
package protocol SetupActions: Sendable {
  /// Returns the missing tools of a part, or `nil` if the part has no tools. With an empty list of
  /// titles, an install is needed although no tool is known to be missing.
  func missingTools(of part: SetupRequest.Part) throws(Problem) -> SetupTools?

  /// Returns what the machine lacks to build the missing tools of a part, or `nil` if it lacks
  /// nothing.
  func shortage(of part: SetupRequest.Part) async throws(Problem) -> HostShortage?

  /// Installs the tools of a part.
  func installTools(of part: SetupRequest.Part) async throws(Problem)

  /// Returns whether the user has accepted what a hook runs.
  func accepts(_ hook: Toolfile.Hook, of part: SetupRequest.Part) throws(Problem) -> Bool

  /// Checks that the user has accepted what a hook runs.
  ///
  /// - Throws: ``Problem/trust(_:)`` if the user has not.
  func checkConsent(
    to text: HookText, from origin: Origin, of part: SetupRequest.Part
  ) throws(Problem)

  /// Records consent to a hook, unless consent is not recorded here.
  func extendConsent(to text: HookText, of part: SetupRequest.Part) throws(Problem)

  /// Returns the environment of a hook: the user's variables, with the installed tools first on
  /// `PATH`.
  func hookEnvironment(of part: SetupRequest.Part) throws(Problem) -> Environment

  /// Returns a tool that a command line names and whose group is not installed, or `nil` if there
  /// is none.
  func excludedTool(
    in line: String, of part: SetupRequest.Part
  ) -> SetupProblem.ExcludedTool?

  /// Returns the user's shell, or `nil` if it is unknown.
  func shell() throws(Problem) -> SetupShell?

  /// Writes the line into the startup files of the user's shell.
  func setUpShell() throws(Problem)

  /// Returns a path as messages show it.
  func formatPath(_ path: FilePath) -> String
}

/// The tools of a Toolfile.
package struct SetupTools: Sendable {
  package let isDone: Bool
  /// The names and versions of the missing tools that are known.
  package let titles: [String]

  /// Creates a value. See the properties.
  package init(isDone: Bool, titles: [String]) {
    self.isDone = isDone
    self.titles = titles
  }
}

/// The user's shell.
package struct SetupShell: Sendable {
  package let name: String
  /// Whether its startup files activate bootstrap.
  package let isDone: Bool

  /// Creates a value. See the properties.
  package init(name: String, isDone: Bool) {
    self.name = name
    self.isDone = isDone
  }
}
