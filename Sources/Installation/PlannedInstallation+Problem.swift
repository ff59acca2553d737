internal import Archives
internal import Builds
internal import Diagnostics
internal import Filesystem
internal import Projects
internal import Vocabulary

extension PlannedInstallation {
  /// Returns the problem to report if the artifact of this installation is faulty.
  func problem(_ fault: ArtifactProblem.Fault) -> Problem {
    .artifact(
      ArtifactProblem(
        tool: tool, version: version.text, url: artifact.urls.first?.text ?? "", fault: fault))
  }

  /// Returns the problem to report if this installation cannot be built.
  func problem(_ fault: BuildProblem.Fault) -> Problem {
    .build(BuildProblem(tool: tool, version: version, fault: fault))
  }

  /// Returns the problem to report if the steps of this installation fail.
  func problem(_ failure: BuildFailure) -> Problem {
    switch failure {
    case .step(let step): problem(.step(BuildProblem.Step(step)))
    case .interrupted: .interrupted
    case .system(let error): Problem(error)
    }
  }

  /// Returns the problem to report if the artifact of this installation cannot be unpacked.
  func problem(_ error: ArchiveError) -> Problem {
    if let fault = error.fault { return problem(.archive(fault)) }
    if case .file(let error) = error { return Problem(error) }
    return .interrupted
  }
}

extension BuildProblem.Step {
  fileprivate init(_ failed: FailedStep) {
    let end: BuildProblem.End =
      switch failed.end {
      case .exit(let code): .code(Int(code))
      case .signal(let number): .signal(Int(number))
      case .timedOut: .timeLimit(minutes: Int(BuildSettings.timeLimit / .seconds(60)))
      }
    self.init(
      number: failed.number, count: failed.count, command: failed.command, end: end,
      lastLines: failed.lastLines, log: failed.log.string)
  }
}
