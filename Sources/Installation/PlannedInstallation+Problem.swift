internal import Diagnostics
internal import Manifests
internal import Projects
internal import SourceKinds
internal import ToolSources

extension PlannedInstallation {
  /// What a person is told where the bytes of this installation are wrong.
  func problem(_ fault: ArtifactProblem.Fault) -> Problem {
    .artifact(
      ArtifactProblem(
        tool: tool.text, version: version.text, url: artifact.urls.first?.text ?? "", fault: fault))
  }
}

extension ProblemSubject {
  /// A file of `planned` that is fetched.
  ///
  /// - Parameter catalog: the sources that there are: what helps against a refusal is theirs to say.
  init(_ planned: PlannedInstallation, in catalog: SourceCatalog) {
    let source = planned.declaration.source
    self.init(
      source: source, catalog[source], tool: planned.tool.text, version: planned.version.text,
      size: planned.artifact.size)
  }
}
