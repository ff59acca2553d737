package import SourceKinds

extension ShippedSource {
  /// The kind of the source, as one that can be opened. A source without an opener does not
  /// compile.
  package var openableKind: any OpenableSourceKind.Type {
    switch self {
    case .pyPI: PyPIKind.self
    case .gitHub: GitHubKind.self
    case .directURL: DirectURLKind.self
    case .directory: DirectoryKind.self
    case .gem: GemKind.self
    }
  }
}
