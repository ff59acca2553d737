package import Diagnostics
package import Filesystem
package import Manifests
package import Vocabulary

/// What a set-up needs of the command that makes it.
package protocol SetupActions: Sendable {
  /// Returns the tools of a part that are missing, or `nil` if it has no tools. An empty list of
  /// titles means that an install is needed although no tool is known to be missing.
  func missingTools(of part: SetupRequest.Part) throws(Problem) -> SetupTools?

  /// Returns what the machine lacks for building the missing tools of a part, or `nil`.
  func shortage(of part: SetupRequest.Part) async throws(Problem) -> HostShortage?

  /// Installs the tools of a part.
  func installTools(of part: SetupRequest.Part) async throws(Problem)

  /// Returns whether the user has accepted what a hook runs.
  func accepts(_ hook: Toolfile.Hook, of part: SetupRequest.Part) throws(Problem) -> Bool

  /// Checks that the user has accepted what a hook runs.
  ///
  /// - Throws: ``Problem/trust(_:)`` if not.
  func checkConsent(
    to text: HookText, from origin: Origin, of part: SetupRequest.Part
  ) throws(Problem)

  /// Records consent to what a hook runs, where consent is recorded.
  func extendConsent(to text: HookText, of part: SetupRequest.Part) throws(Problem)

  /// Returns the variables of a hook: those of the user, with the installed tools first on `PATH`.
  func hookEnvironment(of part: SetupRequest.Part) throws(Problem) -> Environment

  /// Returns the tool of a group that is left out and that a command line names, or `nil`.
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
  /// The missing versions, as far as they are known.
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
