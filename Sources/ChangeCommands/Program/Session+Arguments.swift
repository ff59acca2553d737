internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import Terminal

extension Session {
  /// The folder of the nearest Toolfile.
  func projectFolder() throws(Problem) -> FilePath {
    guard let folder = try Project.folder(above: workingDirectory) else {
      throw .project(.noManifest(directory: workingDirectory.string))
    }
    return folder
  }

  /// The optional groups that are wanted as well: `--with release,docs`.
  var groups: Set<String> {
    Set((arguments.values["--with"] ?? "").split(separator: ",").map(String.init))
  }

  /// `error`, with the tools that are called alike where nothing is installed of the one that was asked for.
  func namingNearest(_ error: Problem) -> Problem {
    guard case .project(.nothingInstalled(let name, _, [], _)) = error, let tool = ToolName(name)
    else { return error }
    return .project(nothingInstalled(of: tool))
  }

  /// Whether a text may be one exact version, and not a range or a word for the newest.
  static func isExact(_ version: some StringProtocol) -> Bool {
    version != "latest" && !version.contains { "@~<>=^*,".contains($0) }
  }

  /// Reads `ruff` and `ruff@0.17.5`.
  static func toolAndVersion(_ text: String) throws(Problem) -> (ToolName, VersionText?) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let tool = ToolName(parts[0]) else { throw .usage(.badToolName(String(parts[0]))) }
    if parts.count == 1 { return (tool, nil) }
    guard isExact(parts[1]), let version = VersionText(parts[1]) else {
      throw .usage(.badVersion(String(parts[1]), tool: tool.text))
    }
    return (tool, version)
  }
}
