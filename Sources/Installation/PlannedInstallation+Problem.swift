internal import Archives
internal import Builds
package import Diagnostics
package import Filesystem
package import Layout
package import Projects
internal import Vocabulary

extension PlannedInstallation {
  /// Returns the problem to report if the artifact of this installation is faulty, or a part of it.
  func problem(_ fault: ArtifactProblem.Fault, in part: PartName? = nil) -> Problem {
    let part = parts.first { $0.name == part }
    let url = part?.url ?? artifact.urls.first
    return .artifact(
      ArtifactProblem(
        tool: tool, version: version.text, part: part.map { "\($0.name) \($0.version)" },
        url: url?.text ?? "", fault: fault))
  }

  /// Returns the problem to report if this installation cannot be built.
  package func problem(_ fault: BuildProblem.Fault, log: FilePath? = nil) -> Problem {
    .build(BuildProblem(tool: tool, version: version, log: log?.string, fault: fault))
  }

  /// Checks that no character of the final path has a meaning for a shell or `make`.
  ///
  /// - Throws: ``Problem/build(_:)`` if one has.
  package func checkCanBeBuilt(in root: Root) throws(Problem) {
    let path = root.prefix(of: installed)
    let isSuitable = path.bytes.allSatisfy { $0.isIdentifier || "/.+-@".utf8.contains($0) }
    if !isSuitable { throw problem(.unsuitableRoot(path: root.path.string)) }
  }

  /// Returns the problem to report if the artifact of this installation cannot be unpacked, or a
  /// part of it.
  func problem(_ error: ArchiveError, in part: PartName? = nil) -> Problem {
    if let fault = error.fault { return problem(.archive(fault), in: part) }
    if case .file(let error) = error { return Problem(error) }
    return .interrupted
  }
}
