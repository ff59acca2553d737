package import Manifests
internal import Versions
package import Vocabulary

extension EditWorkflow {
  /// A tool to add, or a declared tool that gets another requirement.
  package struct Addition: Hashable, Sendable {
    /// The tool. Without a requirement, it gets one that admits versions compatible with the locked
    /// one (``Requirement/init(compatibleWith:)``).
    package let tool: NewTool
    /// The group to add the tool to, or `nil` for the top level of the Toolfile.
    package let group: GroupName?
    /// The version that the user typed, or `nil` if the requirement of the tool is meant as it is.
    let typed: TypedVersion?

    /// Creates an addition. Pass `nil` as `group` for the top level of the Toolfile.
    package init(_ tool: NewTool, to group: GroupName?, typed: TypedVersion? = nil) {
      self.tool = tool
      self.group = group
      self.typed = typed
    }

    /// Returns the addition with another requirement.
    func requiring(_ requirement: Requirement) -> Addition {
      var tool = tool
      tool.requirement = requirement
      return Addition(tool, to: group)
    }

    /// Returns the addition with the option that limits its tool to `platforms`.
    func limited(to platforms: [Platform]) -> Addition {
      let names = platforms.map { Toolfile.Value.string($0.rawValue) }
      let options =
        tool.options + [.init(key: ToolOption.platforms.rawValue, value: .array(names))]
      return Addition(
        NewTool(tool.name, tool.requirement, options: options), to: group, typed: typed)
    }

    /// Whether the tool has an option that names platforms.
    package var namesPlatforms: Bool {
      tool.options.contains { $0.key == ToolOption.platforms.rawValue }
    }
  }
}
