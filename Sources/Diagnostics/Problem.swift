/// Everything that a person can be told went wrong: data, never words. `Terminal` writes the sentences and the JSON.
package enum Problem: Error, Hashable, Sendable {
  case usage(UsageProblem)
  /// All that is wrong with one manifest or lock.
  case syntax(SyntaxProblems)
  case project(ProjectProblem)
  /// At least one; all that is known to be wrong.
  case sources([SourceProblem])
  case artifact(ArtifactProblem)
  case selection(SelectionProblem)
  case system(SystemProblem)
  /// A signal asked the program to stop.
  case interrupted

  package var exitCode: ExitCode {
    switch self {
    case .usage: .usage
    case .syntax: .unreadableManifest
    case .project(let problem): problem.exitCode
    case .sources(let problems): problems.first?.exitCode ?? .no
    case .artifact(let problem): problem.exitCode
    case .selection(let problem): problem.exitCode
    case .system(let problem): problem.exitCode
    case .interrupted: .interrupted
    }
  }
}
