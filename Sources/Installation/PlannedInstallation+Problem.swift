internal import Diagnostics
internal import Manifests
internal import Projects

extension PlannedInstallation {
  /// What a person is told where the bytes of this installation are wrong.
  func problem(_ fault: ArtifactProblem.Fault) -> Problem {
    .artifact(
      ArtifactProblem(
        tool: tool.text, version: version.text, url: artifact.urls.first?.text ?? "", fault: fault))
  }
}
