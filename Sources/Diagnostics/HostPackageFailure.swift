package import Vocabulary

/// A package manager of the system that did not do what it was asked for.
package struct HostPackageFailure: Error, Hashable, Sendable {
  /// A name that the manager does not know.
  package struct UnknownPackage: Hashable, Sendable {
    package let name: String
    /// The most similar names that it knows, best first.
    package let nearest: [String]

    /// Creates an unknown name.
    package init(_ name: String, nearest: [String]) {
      self.name = name
      self.nearest = nearest
    }
  }

  /// Why the user got no rights to install.
  package enum Refusal: Hashable, Sendable {
    /// The machine has no `sudo`.
    case noProgram
    /// `sudo` wants a password, but there is no terminal to ask for it.
    case noTerminal
    /// The user did not type the right password.
    case wrongPassword
    /// The rules of `sudo` do not allow this user to do this.
    case notAllowed
    /// `sudo` failed in another way, as its last lines say.
    case other
  }

  /// What went wrong.
  package enum Fault: Hashable, Sendable {
    /// The manager, whose lists are new, does not know these names. At least one.
    case unknownPackages([UnknownPackage])
    /// These names stand for several packages, of which the user must choose: `nearest`.
    case ambiguousPackages([UnknownPackage])
    /// Another process held the lock of the manager for all of this time. `holder` describes the
    /// process, or is `nil` if it is unknown.
    case locked(holder: String?, limit: Duration)
    /// The user got no rights to install.
    case refused(Refusal)
    /// A server could not be reached.
    case unreachable
    /// The manager asked this, which nobody could answer.
    case question(String)
    /// The manager printed nothing for this time, and was ended.
    case silence(Duration)
    /// The manager ended in this way.
    case ended(BuildProblem.End)
    /// The manager reported success, but did not install everything.
    case incomplete
    /// The user interrupted the command.
    case interrupted
    /// The manager could not be started, or its log not written.
    case system(SystemProblem)
  }

  package let manager: HostPackageManager
  /// The command line that failed, or an empty array if none ran.
  package let command: [String]
  package let fault: Fault
  /// The last lines that the command printed, without control characters and secrets.
  package let lastLines: [String]
  /// The path of the log, or `nil` if the command printed nothing into one.
  package let log: String?
  /// What the command has installed all the same, by name.
  package let installed: [String]
  /// What is still missing, by name.
  package let missing: [String]

  /// Creates a failure. See the properties.
  package init(
    _ manager: HostPackageManager, command: [String] = [], _ fault: Fault,
    lastLines: [String] = [], log: String? = nil, installed: [String] = [], missing: [String] = []
  ) {
    self.manager = manager
    self.command = command
    self.fault = fault
    self.lastLines = lastLines
    self.log = log
    self.installed = installed
    self.missing = missing
  }

  /// Returns the failure with what is installed and what is missing afterwards.
  package func leaving(installed: [String], missing: [String]) -> HostPackageFailure {
    HostPackageFailure(
      manager, command: command, fault, lastLines: lastLines, log: log, installed: installed,
      missing: missing)
  }

  /// Returns the failure with another fault.
  package func replacing(_ fault: Fault) -> HostPackageFailure {
    HostPackageFailure(
      manager, command: command, fault, lastLines: lastLines, log: log, installed: installed,
      missing: missing)
  }

  /// The exit code for this problem.
  package var exitCode: ExitCode {
    switch fault {
    case .unknownPackages, .ambiguousPackages: .notAvailable
    case .locked: .locked
    // Permission is denied. 77 is the answer to a question of bootstrap's own, about consent.
    case .refused: .cannotWrite
    case .unreachable: .unreachable
    case .question, .silence, .ended, .incomplete: .failure
    case .interrupted: .interrupted
    case .system(let problem): problem.exitCode
    }
  }
}
