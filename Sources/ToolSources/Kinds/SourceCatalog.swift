package import Layout
package import Manifests
package import Versions

/// The available kinds of sources.
package struct SourceCatalog: Sendable {
  /// The kinds that ship with the program, a line each.
  package static let standard = SourceCatalog([PyPIKind.self, DirectoryKind.self])

  private let kinds: [any SourceKind.Type]

  /// - Parameter kinds: at least one, with unique names. The first is the default.
  package init(_ kinds: [any SourceKind.Type]) {
    precondition(!kinds.isEmpty, "a catalog without a source")
    self.kinds = kinds
  }

  package var all: [any SourceKind.Type] { kinds }

  package var names: [String] { kinds.map { $0.name }.sorted() }

  package subscript(name: String) -> (any SourceKind.Type)? {
    kinds.first { $0.name == name }
  }

  /// The default source: the user's setting, otherwise the first kind.
  package func defaultName(_ settings: Settings) -> String { settings.source ?? kinds[0].name }

  /// How a source's versions are read. nil for an unknown name.
  package func scheme(of name: String) -> VersionScheme? { self[name]?.scheme }

  /// How a locked tool's version is read; the general order if the source is unknown here.
  package func scheme(of declaration: LockedDeclaration) -> VersionScheme {
    scheme(of: declaration.source) ?? .general
  }

  /// The first want of `tool` that its locked version does not satisfy: a merge of two branches can
  /// leave one. nil if all are satisfied, as resolving ensures.
  package func unfulfilledWant(of tool: LockedTool) -> LockedTool.Want? {
    // Most tools are wanted in any version, and `check` calls this for each.
    let conditions = tool.wants.filter { $0.requirement != .any }
    if conditions.isEmpty { return nil }
    let scheme = scheme(of: tool.declaration)
    guard let version = try? Version(parsing: tool.version.text, scheme: scheme) else {
      return conditions[0]
    }
    return conditions.first { want in
      (try? want.requirement.versions(in: scheme).contains(version)) != true
    }
  }
}
