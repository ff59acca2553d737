internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Projects
internal import Terminal
internal import Vocabulary
internal import Workflows

extension Session {
  /// The groups that options choose: `--with release,docs --without lint`.
  var groups: GroupChoice {
    func names(_ option: String) -> Set<String> {
      Set(arguments.values(of: option).flatMap { $0.split(separator: ",").map(String.init) })
    }
    return GroupChoice(with: names("--with"), without: names("--without"))
  }

  /// Returns `error`. If it reports a tool that has no installed version, adds the installed tools
  /// with similar names.
  func namingNearest(_ error: Problem) -> Problem {
    guard case .project(.installation(.nothingInstalled(let tool, _, [], _))) = error
    else { return error }
    return .project(.installation(nothingInstalled(of: tool)))
  }

  /// Parses `ruff`, `ruff@0.17`, or `ruff@=0.17.5`. The version is `nil` if there is no `@`.
  ///
  /// - Throws: ``Problem/usage(_:)`` if the name or version is invalid.
  func toolAndTypedVersion(_ text: String) throws(Problem) -> (ToolName, TypedVersion?) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let tool = ToolName(parts[0]) else { throw .usage(.badToolName(String(parts[0]))) }
    if parts.count == 1 { return (tool, nil) }
    guard let version = TypedVersion(parts[1]) else {
      throw badTypedVersion(String(parts[1]), of: tool)
    }
    return (tool, version)
  }

  /// Parses `ruff` or `ruff@0.17.5`. The version is `nil` if there is no `@`.
  ///
  /// - Throws: ``Problem/usage(_:)`` if the name or version is invalid.
  func toolAndVersion(_ text: String) throws(Problem) -> (ToolName, VersionText?) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let tool = ToolName(parts[0]) else { throw .usage(.badToolName(String(parts[0]))) }
    if parts.count == 1 { return (tool, nil) }
    guard case .exact(let version) = PinnedVersion(parts[1]) else {
      throw badVersion(String(parts[1]), of: tool)
    }
    return (tool, version)
  }
}
