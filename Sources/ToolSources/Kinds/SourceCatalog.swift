package import Layout
package import Manifests
package import Versions

/// The kinds of sources that there are.
package struct SourceCatalog: Sendable {
  /// Those that ship with the program: a line each.
  package static let standard = SourceCatalog([PyPIKind.self, DirectoryKind.self])

  private let kinds: [any SourceKind.Type]

  /// - Parameter kinds: at least one, each with a name of its own. The first answers where nobody names a source.
  package init(_ kinds: [any SourceKind.Type]) {
    precondition(!kinds.isEmpty, "a catalog without a source")
    self.kinds = kinds
  }

  package var all: [any SourceKind.Type] { kinds }

  /// The names of all kinds, sorted.
  package var names: [String] { kinds.map { $0.name }.sorted() }

  /// nil for a name that no kind has.
  package subscript(name: String) -> (any SourceKind.Type)? {
    kinds.first { $0.name == name }
  }

  /// The source of tools for which nobody names one: the user's setting, else the first kind.
  package func defaultName(_ settings: Settings) -> String { settings.source ?? kinds[0].name }

  /// How versions of a source are read. nil for a name that no kind has.
  package func scheme(of name: String) -> VersionScheme? { self[name]?.scheme }

  /// How the version of a locked tool is read. A source that only a newer bootstrap knows has the general order.
  package func scheme(of declaration: LockedDeclaration) -> VersionScheme {
    scheme(of: declaration.source) ?? .general
  }

  /// The first of the wants of `tool` that its locked version does not fulfil; nil where it fulfils them all, as whatever
  /// resolved them wrote it. A merge of two branches can leave another.
  package func unfulfilledWant(of tool: LockedTool) -> LockedTool.Want? {
    // Most tools are wanted in any version, and `check` asks this of every one.
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
