internal import Archives
internal import Builds
package import Diagnostics
package import Filesystem
package import Projects
internal import Vocabulary

extension PlannedInstallation {
  /// Returns the problem to report if the artifact of this installation is faulty.
  func problem(_ fault: ArtifactProblem.Fault) -> Problem {
    .artifact(
      ArtifactProblem(
        tool: tool, version: version.text, url: artifact.urls.first?.text ?? "", fault: fault))
  }

  /// Returns the problem to report if this installation cannot be built.
  package func problem(_ fault: BuildProblem.Fault, log: FilePath? = nil) -> Problem {
    .build(BuildProblem(tool: tool, version: version, log: log?.string, fault: fault))
  }

  /// Returns the problem to report if the artifact of this installation cannot be unpacked.
  func problem(_ error: ArchiveError) -> Problem {
    if let fault = error.fault { return problem(.archive(fault)) }
    if case .file(let error) = error { return Problem(error) }
    return .interrupted
  }
}
