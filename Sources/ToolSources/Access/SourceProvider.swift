package import Diagnostics
package import Manifests
package import SourceKinds
package import Transport
package import Vocabulary

/// A provider of sources. Opens a source for a tool or by name.
package struct SourceProvider: Sendable {
  /// The catalog of the kinds.
  package let catalog: SourceCatalog
  package let access: SourceAccess
  private let kinds: [any OpenableSourceKind.Type]

  /// Creates a provider. `kinds` must not be empty, and their names must be unique.
  package init(
    _ access: SourceAccess,
    kinds: [any OpenableSourceKind.Type] = ShippedSource.allCases.map(\.openableKind)
  ) {
    self.access = access
    self.kinds = kinds
    catalog = SourceCatalog(kinds)
  }

  /// Returns the kind of source with this name, or `nil` if there is none.
  private func sourceKind(_ name: String) -> (any OpenableSourceKind.Type)? {
    kinds.first { $0.name == name }
  }

  /// Opens the source of `tool`, which its declaration or its definition must state.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if there is no such source, or if the source's
  ///   address is invalid.
  package func source(of tool: DeclaredTool) throws(SourceError) -> any ToolSource {
    guard let reference = tool.source else {
      throw .problems([
        SourceProblem(
          source: "", tool: tool.name, origin: tool.origin,
          fault: .content(.undefined(aliased: [], known: [])))
      ])
    }
    return try source(reference.name, address: reference.address, origin: reference.origin)
  }

  /// Opens the source called `name`.
  ///
  /// - Parameters:
  ///   - address: The address in the Toolfile, or `nil` if the user's settings apply.
  ///   - origin: The position to report with a problem, or `nil` if there is none.
  /// - Throws: ``SourceError/problems(_:)`` if there is no such source, or if the source's
  ///   address is invalid.
  package func source(
    _ name: String, address: String? = nil, origin: Origin? = nil
  ) throws(SourceError) -> any ToolSource {
    guard let kind = sourceKind(name) else {
      throw .problems([
        SourceProblem(
          source: name, origin: origin, fault: .declaration(.unknownSource(known: catalog.names)))
      ])
    }
    return try kind.source(access, address: address, origin: origin)
  }

  /// Returns the normal form of an address that a Toolfile states for the source called `name`, or
  /// `nil` if the address is the user's own, lies in the repository, or is invalid.
  package func foreignAddress(_ address: String, of name: String) -> String? {
    guard let place = sourceKind(name)?.place(of: address, access) else { return nil }
    if case .foreign(let normal) = place { return normal }
    return nil
  }

  /// Returns whether the source of a locked tool serves the files of a version for a platform at
  /// addresses such as `url`.
  package func serves(
    _ url: ArtifactURL, of version: VersionText, on platform: Platform,
    for declaration: LockedDeclaration
  ) -> Bool {
    if declaration.buildParts.contains(where: { $0.address == url }) { return true }
    return sourceKind(declaration.source)?
      .serves(url, of: version, on: platform, for: declaration, access) ?? false
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
    guard let source = tool.source, let kind = sourceKind(source.name) else { return [] }
    let own = kind.statedAddresses(of: tool)
    let stated =
      own
      + (tool.definition?.partAddresses ?? []).filter { part in
        !own.contains { TemplateAddress.isPart(part.value, in: $0.value) }
      }
    if stated.isEmpty || tool.definition == nil { return stated }
    // A lock names the registry of a definition, but only the registry itself says what it
    // contains.
    let known = (trusted?.all ?? []).flatMap { definition in
      let tool = DeclaredTool(tool.name, origin: tool.origin).defined(by: definition)
      return (sourceKind(definition.source)?.statedAddresses(of: tool) ?? []).map(\.value)
        + definition.partAddresses.map(\.value)
    }
    return stated.filter { address in
      !known.contains { TemplateAddress.isPart(address.value, in: $0) }
    }
  }

  /// Returns whether requests to `site` are permitted: it is protected, or the user's own settings
  /// name it.
  ///
  /// The user may well know that a server without TLS is on a trusted network, and its files are
  /// usually on the same server as its index. A project cannot know this for its users.
  package func permits(_ site: WebOrigin) -> Bool {
    site.isProtected || kinds.contains { $0.isUsersOwn(site, access) }
  }

  /// Returns how the source that `declaration` names requests the locked file at `address`. May run
  /// the program that stores the user's token.
  package func fileAccess(
    to address: WebAddress, for declaration: LockedDeclaration
  ) async -> FileAccess {
    await sourceKind(declaration.source)?.fileAccess(to: address, for: declaration, access)
      ?? FileAccess()
  }

  /// Returns the secret of the user that requests to the server at `address` carry, or `nil` if
  /// there is none. Runs no program and sends no request.
  ///
  /// - Parameter source: The name of the source that requests files there.
  package func credential(sentTo address: String, by source: String) -> SentCredential? {
    guard let address = try? WebAddress(address) else { return nil }
    if let sent = sourceKind(source)?.credential(sentTo: address, access) { return sent }
    if credentials(for: address.site) != nil { return .index }
    return access.client.hasNetrcCredentials(for: address.site) ? .netrc : nil
  }

  /// Returns the credentials for `site` if it serves files of one of the user's sources,
  /// otherwise `nil`.
  package func credentials(for site: WebOrigin) -> Credentials? {
    kinds.lazy.compactMap { $0.credentials(for: site, access) }.first
  }
}
