internal import Archives
internal import Builds
package import Diagnostics
package import Filesystem
package import Layout
package import Projects
internal import Vocabulary

extension PlannedInstallation {
  /// Returns the problem to report if a file of this installation is faulty.
  ///
  /// - Parameter file: The file, or `nil` for the artifact.
  func problem(_ fault: ArtifactProblem.Fault, in file: PlannedFile? = nil) -> Problem {
    .artifact(
      ArtifactProblem(
        tool: tool, version: version.text, part: file.flatMap(partTitle),
        url: (file?.urls ?? artifact.urls).first?.text ?? "", fault: fault))
  }

  /// Returns the name and version of the part that a file contains, or `nil` for the artifact.
  package func partTitle(_ file: PlannedFile) -> String? {
    parts.first { $0.name == file.part }.map { "\($0.name) \($0.version)" }
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

  /// Returns the problem to report if a file of this installation cannot be unpacked.
  func problem(_ error: ArchiveError, in file: PlannedFile) -> Problem {
    if let fault = error.fault { return problem(.archive(fault), in: file) }
    if case .file(let error) = error { return Problem(error) }
    return .interrupted
  }
}
