internal import Archives
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects

extension PlannedInstallation {
  /// What a person is told where the bytes of this installation are wrong.
  func problem(_ fault: ArtifactProblem.Fault) -> Problem {
    .artifact(
      ArtifactProblem(
        tool: tool.text, version: version.text, url: artifact.urls.first?.text ?? "", fault: fault))
  }

  func problem(_ error: ArchiveError) -> Problem {
    if let fault = error.fault { return problem(.archive(fault)) }
    if case .file(let error) = error { return Problem(error) }
    return .interrupted
  }
}
