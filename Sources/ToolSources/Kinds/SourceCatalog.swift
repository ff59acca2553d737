package import Manifests
package import Versions
package import Vocabulary

/// A catalog of the available kinds of sources.
package struct SourceCatalog: Sendable {
  private let kinds: [any SourceKind.Type]

  /// Creates a catalog. `kinds` must not be empty and must have unique names.
  package init(_ kinds: [any SourceKind.Type]) {
    precondition(!kinds.isEmpty, "a catalog without a source")
    self.kinds = kinds
  }

  /// All kinds.
  package var all: [any SourceKind.Type] { kinds }

  /// The names of all kinds, sorted.
  package var names: [String] { kinds.map { $0.name }.sorted() }

  /// The names of the kinds that a definition can use, sorted.
  package var namesInDefinitions: [String] {
    kinds.filter { !$0.needsAddress }.map { $0.name }.sorted()
  }

  /// Returns the kind of source with this name, or `nil` if there is none.
  package subscript(name: String) -> (any SourceKind.Type)? {
    kinds.first { $0.name == name }
  }

  /// Returns the tool that runs the packages of the source called `name`, or `nil` if they need
  /// none or the name is unknown.
  package func runtime(of name: String) -> ToolName? { self[name]?.runtime }

  /// Returns the version scheme of the source called `name`, or `nil` if the name is unknown.
  package func scheme(of name: String) -> VersionScheme? { self[name]?.scheme }

  /// Returns the version scheme of a locked tool, or the general scheme if the catalog does not
  /// know the tool's source.
  package func scheme(of declaration: LockedDeclaration) -> VersionScheme {
    declaration["scheme"].flatMap(VersionScheme.init(rawValue:))
      ?? scheme(of: declaration.source) ?? .general
  }

  /// Returns the first want of `tool` that its locked version does not satisfy, or `nil` if the
  /// version satisfies all wants. Every resolved lock satisfies all wants, but the lock that
  /// results from merging two branches may not.
  package func unsatisfiedWant(of tool: LockedTool) -> LockedTool.Want? {
    // The command `check` calls this function for each tool. Most tools have no want that excludes
    // a version, so their versions need not be parsed.
    let conditions = tool.wants.filter { $0.requirement != .any }
    if conditions.isEmpty { return nil }
    let scheme = scheme(of: tool.declaration)
    guard let version = try? Version(parsing: tool.version.text, scheme: scheme) else {
      // A version that the scheme cannot parse satisfies no requirement.
      return conditions[0]
    }
    return conditions.first { want in
      (try? want.requirement.versions(in: scheme).contains(version)) != true
    }
  }
}
