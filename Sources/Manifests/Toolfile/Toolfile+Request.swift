package import Diagnostics
package import Versions
package import Vocabulary

extension Toolfile {
  /// Creates an in-memory Toolfile for requests from another place, such as a pin.
  ///
  /// - Parameters:
  ///   - requests: The requirement for each tool.
  ///   - platforms: The platforms that a lock must cover.
  ///   - path: The origin of the requests, as messages show it.
  package init(
    requesting requests: [(tool: ToolName, requirement: Located<Requirement>)],
    for platforms: [Platform], path: String
  ) throws(SyntaxProblems) {
    var toolfile = try Toolfile(parsing: [], path: path)
    toolfile.platforms = Located(platforms, at: .file(path))
    // In an initializer, assigning to a property of `self` does not call the observer that indexes
    // the tools.
    toolfile.tools = requests.map { tool, requirement in
      Tool(
        name: tool, origin: requirement.origin, requirement: requirement, source: nil, package: nil,
        executables: nil, groups: [.default], platforms: nil, cooldown: nil,
        requiredProvenance: nil, options: [])
    }
    self = toolfile
  }
}
