internal import Commands
internal import Diagnostics
internal import Manifests
internal import Projects
internal import Terminal
internal import TextSearch
internal import Vocabulary

extension Session {
  /// The tools whose publisher may change, from `--accept-publisher`.
  var acceptedPublishers: [String] { arguments.values(of: "--accept-publisher") }
}

extension Project {
  /// Returns the number of wrong letters up to which a name counts as a misspelling of one of the
  /// few tools in a project. Shorter names are too much alike.
  static func permittedEdits(_ name: String) -> Int { name.count < 5 ? 1 : 2 }

  /// Returns the tools with these names.
  ///
  /// - Throws: ``Problem`` if one of the tools is neither declared nor locked.
  func tools(named names: [String]) throws(Problem) -> Set<ToolName> {
    let known = Set(toolfile.tools.map(\.name) + (lock?.tools.map(\.name) ?? []))
    var tools: Set<ToolName> = []
    for name in names {
      guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
      guard known.contains(tool) else {
        try checkIsNotGem(name, running: ["lock", "--update"])
        throw .project(
          .statement(
            .unknownTool(
              name,
              nearest: nearestNames(
                to: name, in: known, allowing: Self.permittedEdits(name)))))
      }
      tools.insert(tool)
    }
    return tools
  }
}
