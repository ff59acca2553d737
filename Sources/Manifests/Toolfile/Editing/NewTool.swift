package import Versions
package import Vocabulary

/// A tool to add to a Toolfile.
package struct NewTool: Hashable, Sendable {
  package let name: ToolName
  /// The requirement. ``Requirement/any`` is not written.
  package var requirement: Requirement
  /// The options, in the order in which to write them.
  package let options: [Toolfile.MapEntry]

  /// Creates a tool to add.
  package init(_ name: ToolName, _ requirement: Requirement, options: [Toolfile.MapEntry] = []) {
    self.name = name
    self.requirement = requirement
    self.options = options
  }

  /// The statement that declares the tool in a new Toolfile.
  package var statement: String { ToolfileStyle.standard.statement(self) }
}

extension Toolfile.MapEntry {
  /// Returns the option that limits a tool to platforms.
  package static func platforms(_ platforms: [Platform]) -> Self {
    Self(
      key: ToolOption.platforms.rawValue, value: .array(platforms.map { .string($0.rawValue) }))
  }
}

extension Requirement {
  /// The texts that state the requirement in a manifest, one for each clause. A single exact
  /// version stands alone.
  package var texts: [String] {
    isExact ? clauses.map(\.version) : clauses.map(\.description)
  }
}
