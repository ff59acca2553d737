package import Diagnostics
package import Manifests
package import SourceKinds
package import Transport
package import Vocabulary

/// A provider of the sources in a catalog. Opens a source for a tool or by name.
package struct SourceProvider: Sendable {
  package let catalog: SourceCatalog
  package let access: SourceAccess

  /// Creates a provider of the sources in `catalog`.
  package init(_ access: SourceAccess, catalog: SourceCatalog = .standard) {
    self.access = access
    self.catalog = catalog
  }

  /// Opens the source of `tool`, which its declaration or its definition must state.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if the catalog has no such source, or if the source's
  ///   address is invalid.
  package func source(of tool: DeclaredTool) throws(SourceError) -> any ToolSource {
    guard let reference = tool.source else {
      throw .problems([
        SourceProblem(
          source: "", tool: tool.name.text, origin: tool.origin,
          fault: .undefined(aliased: [], known: []))
      ])
    }
    return try source(reference.name, address: reference.address, origin: reference.origin)
  }

  /// Opens the source called `name`.
  ///
  /// - Parameters:
  ///   - address: The address in the Toolfile, or `nil` if the user's settings apply.
  ///   - origin: The position to report with a problem, or `nil` if there is none.
  /// - Throws: ``SourceError/problems(_:)`` if the catalog has no such source, or if the source's
  ///   address is invalid.
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

  /// Returns the normal form of an address that a Toolfile states for the source called `name`, or
  /// `nil` if the address is the user's own, lies in the repository, or is invalid.
  package func foreignAddress(_ address: String, of name: String) -> String? {
    let kind = catalog[name] as? any OpenableSourceKind.Type
    guard let kind, let place = kind.place(of: address, access) else { return nil }
    if case .foreign(let normal) = place { return normal }
    return nil
  }

  /// Returns whether the source of a locked tool serves the files of a version for a platform at
  /// addresses such as `url`.
  package func serves(
    _ url: ArtifactURL, of version: VersionText, on platform: Platform,
    for declaration: LockedDeclaration
  ) -> Bool {
    let kind = catalog[declaration.source] as? any OpenableSourceKind.Type
    return kind?.serves(url, of: version, on: platform, for: declaration, access) ?? false
  }

  /// Returns the addresses that a tool's declaration or definition states, except those inside the
  /// addresses of the tool's trusted definition.
  ///
  /// - Parameters:
  ///   - tool: The tool, with its definition if that states the source.
  ///   - trusted: The definition of the same name that the user trusts, or `nil` if there is none.
  package func foreignAddresses(
    of tool: DeclaredTool, besides trusted: AppliedDefinition?
  ) -> [Located<String>] {
    guard let source = tool.source, let kind = catalog[source.name] else { return [] }
    let stated = kind.statedAddresses(of: tool)
    if stated.isEmpty || tool.definition == nil { return stated }
    // A lock names the registry of a definition, but only the registry itself says what it
    // contains.
    let known = trusted.map { definition in
      let tool = DeclaredTool(tool.name, origin: tool.origin).defined(by: definition)
      return (catalog[definition.source]?.statedAddresses(of: tool) ?? []).map(\.value)
    }
    return stated.filter { address in
      !(known ?? []).contains { TemplateAddress.isPart(address.value, in: $0) }
    }
  }

  /// Returns whether requests to `site` are permitted: it is protected, or the user's own settings
  /// name it.
  ///
  /// The user may well know that a server without TLS is on a trusted network, and its files are
  /// usually on the same server as its index. A project cannot know this for its users.
  package func permits(_ site: WebOrigin) -> Bool {
    site.isProtected
      || catalog.all.contains { kind in
        (kind as? any OpenableSourceKind.Type)?.isUsersOwn(site, access) ?? false
      }
  }

  /// Returns how the source that `declaration` names requests the locked file at `address`. May run
  /// the program that stores the user's token.
  package func fileAccess(
    to address: WebAddress, for declaration: LockedDeclaration
  ) async -> FileAccess {
    let kind = catalog[declaration.source] as? any OpenableSourceKind.Type
    return await kind?.fileAccess(to: address, for: declaration, access) ?? FileAccess()
  }

  /// Returns the secret of the user that requests to the server at `address` carry, or `nil` if
  /// there is none. Runs no program and sends no request.
  ///
  /// - Parameter source: The name of the source that requests files there.
  package func credential(sentTo address: String, by source: String) -> SentCredential? {
    guard let address = try? WebAddress(address) else { return nil }
    let kind = catalog[source] as? any OpenableSourceKind.Type
    if let sent = kind?.credential(sentTo: address, access) { return sent }
    if credentials(for: address.site) != nil { return .index }
    return access.client.hasNetrcCredentials(for: address.site) ? .netrc : nil
  }

  /// Returns the credentials for `site` if it serves files of one of the user's sources,
  /// otherwise `nil`.
  package func credentials(for site: WebOrigin) -> Credentials? {
    catalog.all.lazy.compactMap { kind in
      (kind as? any OpenableSourceKind.Type)?.credentials(for: site, access)
    }.first
  }
}

/// A kind of source that can be opened.
///
/// Separate from ``SourceKind`` because the main program, `bootstrap`, must start fast. It links
/// the kinds, but not this module.
package protocol OpenableSourceKind: SourceKind {
  /// Opens the source at `address`, or at the address in the user's settings if `address` is
  /// `nil`. Sends no request.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if the address is invalid.
  static func source(
    _ access: SourceAccess, address: String?, origin: Origin?
  ) throws(SourceError) -> any ToolSource

  /// Returns the place of an address that a Toolfile states, or `nil` if the address is invalid.
  static func place(of address: String, _ access: SourceAccess) -> SourcePlace?

  /// Returns whether the source that `declaration` names serves files at addresses such as `url`.
  static func serves(
    _ url: ArtifactURL, for declaration: LockedDeclaration, _ access: SourceAccess
  ) -> Bool

  /// Returns whether the source that `declaration` names serves the file of a version for a
  /// platform at `url`.
  static func serves(
    _ url: ArtifactURL, of version: VersionText, on platform: Platform,
    for declaration: LockedDeclaration, _ access: SourceAccess
  ) -> Bool

  /// Returns the user's credentials for `site`, or `nil` if there are none. Many indexes store
  /// files on their own site, where the credentials for the index also apply to the files.
  static func credentials(for site: WebOrigin, _ access: SourceAccess) -> Credentials?

  /// Returns the user's secret of this kind of source that requests to the server at `address`
  /// carry, or `nil` if there is none. Runs no program.
  static func credential(sentTo address: WebAddress, _ access: SourceAccess) -> SentCredential?

  /// Returns how the source that `declaration` names requests the locked file at `address`.
  static func fileAccess(
    to address: WebAddress, for declaration: LockedDeclaration, _ access: SourceAccess
  ) async -> FileAccess

  /// Returns whether the user's own settings, and not those of a project, name the server `site`.
  static func isUsersOwn(_ site: WebOrigin, _ access: SourceAccess) -> Bool
}

/// Who controls the address of a source.
package enum SourcePlace: Hashable, Sendable {
  /// The address is in the user's settings.
  case usersOwn
  /// The address is a folder in the repository of the Toolfile.
  case repository
  /// The address belongs to somebody else. The payload is its normal form, which is the same for
  /// all spellings of an address and contains no spaces.
  case foreign(String)
}

extension OpenableSourceKind {
  /// Considers only the address, because in most sources it does not depend on the version.
  package static func serves(
    _ url: ArtifactURL, of version: VersionText, on platform: Platform,
    for declaration: LockedDeclaration, _ access: SourceAccess
  ) -> Bool {
    serves(url, for: declaration, access)
  }

  /// Returns `nil`, because most kinds of sources need no credentials.
  package static func credentials(for site: WebOrigin, _ access: SourceAccess) -> Credentials? {
    nil
  }

  /// Returns `nil`, because most kinds of sources have no secrets of their own.
  package static func credential(
    sentTo address: WebAddress, _ access: SourceAccess
  ) -> SentCredential? {
    nil
  }

  /// Returns the access to a public file, because most sources have no others.
  package static func fileAccess(
    to address: WebAddress, for declaration: LockedDeclaration, _ access: SourceAccess
  ) async -> FileAccess {
    FileAccess()
  }

  /// Returns `false`, because the settings of most kinds of sources name no server.
  package static func isUsersOwn(_ site: WebOrigin, _ access: SourceAccess) -> Bool { false }
}
