internal import Archives
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects

extension PlannedInstallation {
  /// The problem to report if the artifact of this installation is faulty.
  func problem(_ fault: ArtifactProblem.Fault) -> Problem {
    .artifact(
      ArtifactProblem(
        tool: tool.text, version: version.text, url: artifact.urls.first?.text ?? "", fault: fault))
  }

  /// The problem to report if the artifact of this installation cannot be unpacked.
  func problem(_ error: ArchiveError) -> Problem {
    if let fault = error.fault { return problem(.archive(fault)) }
    if case .file(let error) = error { return Problem(error) }
    return .interrupted
  }
}
