package import Diagnostics
internal import Manifests
package import SourceKinds
package import Transport

/// The sources of a catalog, opened for a tool or by name.
package struct SourceProvider: Sendable {
  package let catalog: SourceCatalog
  package let access: SourceAccess

  /// Creates a provider of the sources in `catalog`.
  package init(_ access: SourceAccess, catalog: SourceCatalog = .standard) {
    self.access = access
    self.catalog = catalog
  }

  /// Opens the source of `tool`: the one that it names, otherwise the user's default.
  package func source(of tool: DeclaredTool) throws(SourceError) -> any ToolSource {
    try source(
      tool.source?.name ?? catalog.defaultName(access.settings), address: tool.source?.address,
      origin: tool.source?.origin ?? tool.origin)
  }

  /// Opens the source called `name`.
  ///
  /// - Parameters:
  ///   - address: The address in the Toolfile. `nil` if the user's settings apply.
  ///   - origin: The place that names the source. `nil` for the default source.
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

  /// Returns credentials for `site` if it serves files of one of the user's
  /// sources, otherwise `nil`.
  package func credentials(for site: WebOrigin) -> Credentials? {
    catalog.all.lazy.compactMap { kind in
      (kind as? any OpenableSourceKind.Type)?.credentials(for: site, access)
    }.first
  }
}

/// A kind of source that can be opened.
///
/// Separate from ``SourceKind``, which the hot path's program links without this module.
package protocol OpenableSourceKind: SourceKind {
  /// Opens the source at `address`, otherwise at the address in the user's settings. Sends no
  /// request. Throws if the address is invalid.
  static func source(
    _ access: SourceAccess, address: String?, origin: Origin?
  ) throws(SourceError) -> any ToolSource

  /// Returns the user's credentials for `site`. Many indexes store files on their own site.
  static func credentials(for site: WebOrigin, _ access: SourceAccess) -> Credentials?
}

extension OpenableSourceKind {
  /// Returns `nil`: most kinds of sources need no credentials.
  package static func credentials(for site: WebOrigin, _ access: SourceAccess) -> Credentials? {
    nil
  }
}
