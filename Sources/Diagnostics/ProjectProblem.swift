/// A reason that a command cannot work with a project or its installations.
package enum ProjectProblem: Error, Hashable, Sendable {
  /// A file or folder of the project cannot be used.
  case file(FileProblem)
  /// A statement in the Toolfile conflicts with the request, or with another one.
  case statement(StatementProblem)
  /// The project cannot be locked, or its lock cannot be used.
  case lock(LockProblem)
  /// A tool is not installed, or its installation cannot be used.
  case installation(InstallationProblem)
  /// A pin cannot be set, removed, or used.
  case pin(PinProblem)

  /// The exit code for this problem.
  package var exitCode: ExitCode {
    switch self {
    case .file(let problem): problem.exitCode
    case .statement(let problem): problem.exitCode
    case .lock(let problem): problem.exitCode
    case .installation(let problem): problem.exitCode
    case .pin(let problem): problem.exitCode
    }
  }
}
