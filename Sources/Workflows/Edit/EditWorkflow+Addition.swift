package import Manifests
internal import Versions
package import Vocabulary

extension EditWorkflow {
  /// A tool to add, or a declared tool that gets another requirement.
  package struct Addition: Hashable, Sendable {
    /// The tool. Without a requirement, it gets one that admits versions compatible with the locked
    /// one (``Requirement/init(compatibleWith:)``).
    package private(set) var tool: NewTool
    /// The group to add the tool to, or `nil` for the top level of the Toolfile.
    package let group: GroupName?
    /// The version that the user typed, or `nil` if the requirement of the tool is meant as it is.
    let typed: TypedVersion?
    /// Whether the tool goes above the `source` statements, so that its definition applies.
    private(set) var isAboveSources = false
    /// Whether the definition of the tool applies, although a `source` statement hides it.
    private(set) var isDefined = false

    /// Creates an addition. Pass `nil` as `group` for the top level of the Toolfile.
    package init(_ tool: NewTool, to group: GroupName?, typed: TypedVersion? = nil) {
      self.tool = tool
      self.group = group
      self.typed = typed
    }

    /// Returns the addition with another requirement.
    func requiring(_ requirement: Requirement) -> Addition {
      var addition = self
      addition.tool.requirement = requirement
      return addition
    }

    /// The addition above the `source` statements.
    var aboveSources: Addition {
      var addition = self
      addition.isAboveSources = true
      addition.isDefined = true
      return addition
    }

    /// Returns the addition with the option that limits its tool to `platforms`.
    func limited(to platforms: [Platform]) -> Addition {
      let names = platforms.map { Toolfile.Value.string($0.rawValue) }
      return with(
        tool.options + [.init(key: ToolOption.platforms.rawValue, value: .array(names))])
    }

    /// Returns the addition with the option that names a source and a package.
    func taking(_ package: String, from source: String) -> Addition {
      var addition = with([.init(key: source, value: .string(package))] + tool.options)
      addition.isDefined = true
      return addition
    }

    private func with(_ options: [Toolfile.MapEntry]) -> Addition {
      var addition = self
      addition.tool = NewTool(tool.name, tool.requirement, options: options)
      return addition
    }

    /// Whether the tool has an option that names its source or package.
    var namesSource: Bool {
      tool.options.contains { $0.key != ToolOption.platforms.rawValue }
    }

    /// Whether the tool has an option that names platforms.
    package var namesPlatforms: Bool {
      tool.options.contains { $0.key == ToolOption.platforms.rawValue }
    }
  }
}
