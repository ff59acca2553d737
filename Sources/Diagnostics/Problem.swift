/// Everything that a person can be told went wrong: data, never words. `Terminal` writes the sentences and the JSON.
package enum Problem: Error, Hashable, Sendable {
  case usage(UsageProblem)
  /// All that is wrong with one manifest or lock.
  case syntax(SyntaxProblems)
  case project(ProjectProblem)
  /// At least one; all that is known to be wrong.
  case sources([SourceProblem])
  case artifact(ArtifactProblem)
  /// What is installed is not what was unpacked.
  case damage(DamageProblem)
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
    case .damage: .no
    case .selection(let problem): problem.exitCode
    case .system(let problem): problem.exitCode
    case .interrupted: .interrupted
    }
  }

  /// The same with who asked, where that is not known yet; `origin` is told the tool.
  package func asked(by origin: (_ tool: String) -> Origin?) -> Problem {
    switch self {
    case .sources(let problems):
      .sources(
        problems.map { problem in
          SourceProblem(
            source: problem.source, tool: problem.tool, package: problem.package,
            version: problem.version, origin: problem.origin ?? problem.tool.flatMap(origin),
            fault: problem.fault)
        })
    case .artifact(let problem):
      .artifact(
        ArtifactProblem(
          tool: problem.tool, version: problem.version, url: problem.url,
          origin: problem.origin ?? origin(problem.tool), fault: problem.fault))
    default: self
    }
  }
}
