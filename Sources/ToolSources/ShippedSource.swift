/// A source that is part of bootstrap.
///
/// `ShippedSource.openableKind`, in the module ToolSources, opens it.
package enum ShippedSource: CaseIterable, Sendable {
  case pyPI, gitHub, directURL, directory, gem

  /// The kind of the source.
  package var kind: any SourceKind.Type {
    switch self {
    case .pyPI: PyPIKind.self
    case .gitHub: GitHubKind.self
    case .directURL: DirectURLKind.self
    case .directory: DirectoryKind.self
    case .gem: GemKind.self
    }
  }
}

extension SourceCatalog {
  /// The kinds that are part of bootstrap.
  package static let standard = SourceCatalog(ShippedSource.allCases.map(\.kind))
}

extension Registries {
  /// The registry that ships with the program, alone.
  package static let shipped = Registries([.shipped], .standard)
}
