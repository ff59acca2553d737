package import Vocabulary

/// A failure of a system package manager.
package struct HostPackageFailure: Error, Hashable, Sendable {
  /// A name that the manager does not know, or that stands for several packages.
  package struct UnknownPackage: Hashable, Sendable {
    package let name: String
    /// The names to choose from, best first.
    package let nearest: [String]

    /// Creates an unknown name.
    package init(_ name: String, nearest: [String]) {
      self.name = name
      self.nearest = nearest
    }
  }

  /// The reason that the user cannot get root privileges.
  package enum Refusal: Hashable, Sendable {
    /// The machine has no `sudo`.
    case noProgram
    /// `sudo` needs a password, but there is no terminal to ask for it.
    case noTerminal
    /// The user did not type the right password.
    case wrongPassword
    /// The rules of `sudo` do not allow this user to run the manager.
    case notAllowed
    /// `sudo` failed for another reason, which its last lines give.
    case other
  }

  /// What went wrong.
  package enum Fault: Hashable, Sendable {
    /// The manager does not know these names, although its lists are fresh. There is at least one.
    case unknownPackages([UnknownPackage])
    /// Each of these names stands for several packages, and the user must choose one of `nearest`.
    case ambiguousPackages([UnknownPackage])
    /// Another process held the manager's lock for this time. `holder` describes the process, or is
    /// `nil` if it is unknown.
    case locked(holder: String?, limit: Duration)
    /// The user could not get root privileges.
    case refused(Refusal)
    /// A server could not be reached.
    case unreachable
    /// The manager asked this question, which nobody could answer.
    case question(String)
    /// The manager printed nothing for this time, and was stopped.
    case silence(Duration)
    /// The manager failed in this way.
    case ended(BuildProblem.End)
    /// The manager reported success, but did not install everything.
    case incomplete
    /// The user interrupted the command.
    case interrupted
    /// The manager could not be started, or its log could not be written.
    case system(SystemProblem)
  }

  package let manager: HostPackageManager
  /// The command line that failed, or an empty array if none ran.
  package let command: [String]
  package let fault: Fault
  /// The last lines that the command printed, without control characters and secrets.
  package let lastLines: [String]
  /// The path of the log, or `nil` if there is none.
  package let log: String?
  /// The names of the packages that the command installed before it failed.
  package let installed: [String]
  /// The names of the packages that are still missing.
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

  /// Returns the failure with the packages that are now installed and still missing.
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
    // This is a denied permission. 77 is only for bootstrap's own question about consent.
    case .refused: .cannotWrite
    case .unreachable: .unreachable
    case .question, .silence, .ended, .incomplete: .failure
    case .interrupted: .interrupted
    case .system(let problem): problem.exitCode
    }
  }
}
