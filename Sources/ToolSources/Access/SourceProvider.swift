package import Diagnostics
internal import Manifests
package import SourceKinds
package import Transport

package struct SourceProvider: Sendable {
  package let catalog: SourceCatalog
  package let access: SourceAccess

  package init(_ access: SourceAccess, catalog: SourceCatalog = .standard) {
    self.access = access
    self.catalog = catalog
  }

  /// The source of `tool`: the one it names, otherwise the user's default.
  package func source(of tool: DeclaredTool) throws(SourceError) -> any ToolSource {
    try source(
      tool.source?.name ?? catalog.defaultName(access.settings), address: tool.source?.address,
      origin: tool.source?.origin ?? tool.origin)
  }

  /// - Parameters:
  ///   - address: the address in the Toolfile. nil: the user's settings apply.
  ///   - origin: who names the source. nil for the default, which nobody names.
  package func source(
    _ name: String, address: String? = nil, origin: Origin? = nil
  ) throws(SourceError) -> any ToolSource {
    guard let kind = catalog[name] as? any OpenableSourceKind.Type else {
      throw .problems([
        SourceProblem(source: name, origin: origin, fault: .unknownSource(known: catalog.names))
      ])
    }
    return try kind.source(access, address: address, origin: origin)
  }

  /// Credentials for `site` if it serves files of one of the user's sources, otherwise nil.
  package func credentials(for site: WebOrigin) -> Credentials? {
    catalog.all.lazy.compactMap { kind in
      (kind as? any OpenableSourceKind.Type)?.credentials(for: site, access)
    }.first
  }
}

/// A kind of source that can be opened.
///
/// Apart from ``SourceKind``, which the hot path's program links without this module.
package protocol OpenableSourceKind: SourceKind {
  /// The source at `address`, else at the user's setting. Sends no request. Throws if invalid.
  static func source(
    _ access: SourceAccess, address: String?, origin: Origin?
  ) throws(SourceError) -> any ToolSource

  /// The user's credentials for `site`: files often lie beside their index.
  static func credentials(for site: WebOrigin, _ access: SourceAccess) -> Credentials?
}

extension OpenableSourceKind {
  package static func credentials(for site: WebOrigin, _ access: SourceAccess) -> Credentials? {
    nil
  }
}
