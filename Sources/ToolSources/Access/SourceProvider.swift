package import Diagnostics
internal import Manifests
package import SourceKinds
package import Transport

/// Opens the sources of a catalog.
package struct SourceProvider: Sendable {
  package let catalog: SourceCatalog
  package let access: SourceAccess

  package init(_ access: SourceAccess, catalog: SourceCatalog = .standard) {
    self.access = access
    self.catalog = catalog
  }

  /// The source that `tool` comes from: the one it names, else the user's default.
  package func source(of tool: DeclaredTool) throws(SourceError) -> any ToolSource {
    try source(
      tool.source?.name ?? catalog.defaultName(access.settings), address: tool.source?.address,
      origin: tool.source?.origin ?? tool.origin)
  }

  /// The source of that name.
  ///
  /// - Parameters:
  ///   - address: what the Toolfile gives it. nil: what the user's settings say.
  ///   - origin: who names the source. nil where nobody does, and it is the default.
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

  /// What must be shown to `site` for a file of one of the user's own sources. nil for all other sites.
  package func credentials(for site: Site) -> Credentials? {
    catalog.all.lazy.compactMap { kind in
      (kind as? any OpenableSourceKind.Type)?.credentials(for: site, access)
    }.first
  }
}

/// A kind of source that can be opened: what each folder of this module adds to its kind.
///
/// A protocol of its own and not a part of ``SourceKind``, which the program of the hot path links without this module.
package protocol OpenableSourceKind: SourceKind {
  /// The source at `address`, or at the address of the user's settings.
  ///
  /// Asks nobody. Throws where the address is none.
  static func source(
    _ access: SourceAccess, address: String?, origin: Origin?
  ) throws(SourceError) -> any ToolSource

  /// What the user's settings hold for `site`: files often lie beside their index.
  static func credentials(for site: Site, _ access: SourceAccess) -> Credentials?
}

extension OpenableSourceKind {
  package static func credentials(for site: Site, _ access: SourceAccess) -> Credentials? { nil }
}
