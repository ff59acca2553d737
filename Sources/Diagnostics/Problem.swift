/// Everything that a person can be told went wrong: data, never words. `Terminal` writes the sentences and the JSON.
package enum Problem: Error, Hashable, Sendable {
  case usage(UsageProblem)
  case project(ProjectProblem)
  case artifact(ArtifactProblem)
  case system(SystemProblem)
  /// A signal asked the program to stop.
  case interrupted

  package var exitCode: ExitCode {
    switch self {
    case .usage: .usage
    case .project(let problem): problem.exitCode
    case .artifact(let problem): problem.exitCode
    case .system(let problem): problem.exitCode
    case .interrupted: .interrupted
    }
  }
}
