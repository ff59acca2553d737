package import Vocabulary

/// A step of a machine setup, as users read it.
package struct SetupStepReport: Hashable, Sendable {
  /// What a step does.
  package enum Purpose: Hashable, Sendable {
    /// Clones a repository into a folder.
    case clone(address: String, folder: String)
    /// Checks a program. `found` is the version of the system's program, or `nil` if it is unknown.
    case system(requirement: String, found: String?)
    /// Installs packages with these command lines.
    case packages(
      HostPackageManager, missing: [String], installed: [String: String], commands: [[String]])
    /// Installs tools. `titles` lists the missing ones that are known.
    case tools(titles: [String])
    /// Runs shell command lines.
    case hook(run: [String], check: String?)
    /// Writes a line into the startup files of a shell.
    case shell(String)
  }

  /// The last recorded attempt.
  package struct Attempt: Hashable, Sendable {
    package let begun: ReleaseTime
    /// The end of the attempt, or `nil` if it was interrupted.
    package let ended: ReleaseTime?
    /// The path of the log, or `nil` if there is none.
    package let log: String?

    /// Creates an attempt. See the properties.
    package init(begun: ReleaseTime, ended: ReleaseTime?, log: String?) {
      self.begun = begun
      self.ended = ended
      self.log = log
    }
  }

  package let name: SetupStepName
  package let purpose: Purpose
  package let state: SetupStepState
  /// The location of the statement for the step, or `nil` if the step is for the whole file.
  package let origin: Origin?
  package let attempt: Attempt?
  /// Whether the step runs even though it is done.
  package let isRepeated: Bool

  /// Creates a report. See the properties.
  package init(
    _ name: SetupStepName, _ purpose: Purpose, _ state: SetupStepState, origin: Origin? = nil,
    attempt: Attempt? = nil, isRepeated: Bool = false
  ) {
    self.name = name
    self.purpose = purpose
    self.state = state
    self.origin = origin
    self.attempt = attempt
    self.isRepeated = isRepeated
  }

  /// Whether the step has to run.
  package var isOpen: Bool { isRepeated || state.isOpen }
}
