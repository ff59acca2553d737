package import Diagnostics
package import Manifests
package import Versions
package import Vocabulary

/// A statement of another tool's manifest.
package struct ForeignStatement: Hashable, Sendable {
  /// What a statement asks for.
  package enum Content: Hashable, Sendable {
    case tool(ForeignTool)
    /// The version of a tool that another file in the same folder states.
    case file(String, tool: String)
    /// A statement that only Bundler understands, as messages name it.
    case bundler(String)
    /// A statement that has no equivalent in a Toolfile.
    case other(ImportRemark.Reason)
  }

  /// The statement as written, without its comment.
  package let text: String
  /// The line, counted from 1.
  package let line: Int
  package let content: Content

  /// Creates a statement.
  package init(_ text: String, line: Int, _ content: Content) {
    self.text = text
    self.line = line
    self.content = content
  }
}

/// A tool for which another tool's manifest asks.
package struct ForeignTool: Hashable, Sendable {
  /// A package of a source: a repository, or a package of an index.
  package struct Package: Hashable, Sendable {
    package let source: String
    package let name: String
  }

  /// The name in the manifest.
  package let name: String
  /// The package that the manifest names, or `nil` if it only has a name of its own.
  package let package: Package?
  package let requirement: Requirement
  /// The groups of the tool, without duplicates. Empty if it is in none.
  package let groups: [GroupName]
  /// Whether the name may be another name of the tool, not just the one that a registry defines.
  package let admitsAliases: Bool
  /// Whether the tool is a gem. It may be a library rather than a tool.
  package let isGem: Bool
  /// The option or block that only Bundler supports, such as `git:`, or `nil` if there is none.
  package let bundlerWord: String?
  /// The reasons why a part of the statement is left out.
  package let remarks: [ImportRemark.Reason]

  /// Creates a tool. Omit `package` if the manifest only has a name of its own.
  package init(
    _ name: String, _ requirement: Requirement, package: Package? = nil, groups: [GroupName] = [],
    admitsAliases: Bool = true, isGem: Bool = false, bundlerWord: String? = nil,
    remarks: [ImportRemark.Reason] = []
  ) {
    self.name = name
    self.package = package
    self.requirement = requirement
    self.groups = groups.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    self.admitsAliases = admitsAliases
    self.isGem = isGem
    self.bundlerWord = bundlerWord
    self.remarks = remarks
  }

  /// The options that the tool keeps in a Toolfile.
  package var options: [Toolfile.MapEntry] {
    groups.isEmpty || groups == [.default]
      ? []
      : [
        .init(
          key: ToolOption.groups.rawValue, value: .array(groups.map { .symbol($0.text) }))
      ]
  }
}
