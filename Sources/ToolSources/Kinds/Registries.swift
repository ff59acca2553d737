package import Diagnostics
package import Manifests
package import Vocabulary

/// The registries that define the tools without a source, in the order in which they are searched.
package struct Registries: Sendable {
  /// A set of definitions with the name by which a lock refers to it.
  package struct Registry: Sendable {
    /// The name: that of a ``LockedRegistry``, the path of a user's registry, or a constant of
    /// ``LockedDefinition``.
    package let name: String
    /// Returns the definition of a tool, or `nil` if the registry has none.
    package let definition: @Sendable (ToolName) -> Definition?
    /// Returns all definitions.
    package let definitions: @Sendable () -> [Definition]
    /// Returns the definitions with a `version_command`.
    let systemDefinitions: @Sendable () -> [Definition]
    /// The command that prints a system program's version. Empty if the registry has none.
    let versionCommand: @Sendable (ToolName) -> [String]
    /// Returns the definitions that state what other version managers call a tool.
    let guestDefinitions: @Sendable () -> [Definition]

    /// The registry that ships with the program.
    package static let shipped = Registry(
      name: LockedDefinition.shippedRegistry,
      definition: { ShippedRegistry.standard.definition(of: $0) },
      definitions: { ShippedRegistry.standard.definitions },
      systemDefinitions: { ShippedRegistry.standard.definitions(with: .versionCommand) },
      guestDefinitions: { ShippedRegistry.standard.definitions(with: .guests) })

    /// Creates a registry from its definitions.
    package init(name: String, _ definitions: [Definition]) {
      let byName = Dictionary(definitions.map { ($0.name, $0) }) { first, _ in first }
      self.init(
        name: name, definition: { byName[$0] }, definitions: { definitions },
        systemDefinitions: { definitions.filter { !$0.versionCommand.isEmpty } },
        guestDefinitions: { definitions.filter { !$0.guests.isEmpty } })
    }

    /// Creates a registry. A definition that consists only of a `version_command` defines no tool.
    private init(
      name: String, definition: @escaping @Sendable (ToolName) -> Definition?,
      definitions: @escaping @Sendable () -> [Definition],
      systemDefinitions: @escaping @Sendable () -> [Definition],
      guestDefinitions: @escaping @Sendable () -> [Definition]
    ) {
      self.name = name
      self.definition = { definition($0).flatMap { $0.isOfSystem ? nil : $0 } }
      self.definitions = { definitions().filter { !$0.isOfSystem } }
      self.systemDefinitions = systemDefinitions
      versionCommand = { definition($0)?.versionCommand ?? [] }
      self.guestDefinitions = guestDefinitions
    }
  }

  package let registries: [Registry]
  private let catalog: SourceCatalog

  /// Creates the list. The first registry that defines a tool determines its meaning.
  package init(_ registries: [Registry], _ catalog: SourceCatalog) {
    self.registries = registries
    self.catalog = catalog
  }

  /// Whether no registry but the shipped one defines tools.
  package var areShipped: Bool { registries.map(\.name) == [LockedDefinition.shippedRegistry] }

  /// Returns the meaning of a tool's bare name, or `nil` if no registry defines it.
  ///
  /// - Throws: ``SourceProblem`` if the definition does not state exactly one source.
  package func definition(of tool: ToolName) throws(SourceProblem) -> AppliedDefinition? {
    guard let entry = entry(of: tool) else { return nil }
    return try AppliedDefinition(entry.definition, in: entry.registry, catalog)
  }

  /// Returns the definition of a tool and the name of its registry, or `nil` if no registry defines
  /// the tool.
  package func entry(of tool: ToolName) -> (registry: String, definition: Definition)? {
    for registry in registries {
      if let found = registry.definition(tool) { return (registry.name, found) }
    }
    return nil
  }

  /// Returns how to use the package managers of a tool, as the first definition with such rules
  /// states. So a user's definition of `node` keeps the rules of the shipped one.
  package func packages(of tool: ToolName) -> [PackageRule] {
    registries.lazy.compactMap { $0.definition(tool)?.packages }.first { !$0.isEmpty } ?? []
  }

  /// Returns the command that prints a system program's version, from the first definition that has
  /// one: the program's name and its arguments. Empty if there is none.
  ///
  /// Use only registries that the user trusts, because the program runs.
  package func versionCommand(of name: ToolName) -> [String] {
    registries.lazy.map { $0.versionCommand(name) }.first { !$0.isEmpty } ?? []
  }

  /// The names for which ``versionCommand(of:)`` is not empty, sorted.
  package var systemNames: [ToolName] {
    Set(registries.flatMap { $0.systemDefinitions() }.map(\.name)).sorted()
  }

  /// Returns the system packages that the definitions' builds need, for one package manager.
  package func hostPackages(of manager: HostPackageManager) -> Set<String> {
    Set(
      registries.flatMap { $0.definitions() }
        .compactMap { (try? definition(of: $0.name)) ?? nil }
        .flatMap(\.hostNeedsOfAll).compactMap { $0.packages[manager] })
  }

  /// Returns the tool to which a name refers as an alias, or `nil` if a registry defines the name
  /// itself, or it is no alias.
  package func tool(withAlias name: ToolName) -> ToolName? {
    if entry(of: name) != nil { return nil }
    return registries.lazy.flatMap { $0.definitions() }
      .first { $0.aliases.contains(name.text) }?.name
  }

  /// Returns the first tool whose definition lists a program of this name, or `nil` if there is
  /// none.
  package func provider(of program: String) -> ToolName? {
    registries.lazy.flatMap { $0.definitions() }.first { definition in
      definition.executables.contains { $0.value.contains { $0.name.text == program } }
    }?.name
  }

  /// Returns the problem to report for a tool that no registry defines.
  ///
  /// - Parameter isOfProject: Whether a Toolfile asks for the tool.
  package func undefined(
    _ tool: ToolName, at origin: Origin, isOfProject: Bool = false
  ) -> SourceProblem {
    var aliased: Set<ToolName> = []
    var known: Set<ToolName> = []
    for definition in registries.flatMap({ $0.definitions() }) {
      known.insert(definition.name)
      if definition.aliases.contains(tool.text) { aliased.insert(definition.name) }
    }
    return SourceProblem(
      source: "", tool: tool, origin: origin,
      fault: .content(
        .undefined(
          aliased: aliased.sorted(), known: known.sorted(), isOfProject: isOfProject,
          provider: aliased.isEmpty ? provider(of: tool.text) : nil)))
  }

  /// Returns the problem that the definition of a tool states a need for a tool that no registry
  /// defines.
  package func undefined(_ need: Located<ToolName>, neededBy tool: ToolName) -> SourceProblem {
    let known = registries.flatMap { $0.definitions() }.map(\.name)
    return SourceProblem(
      source: "", tool: tool, origin: need.origin,
      fault: .declaration(.undefinedNeed(need.value, known: Set(known).sorted())))
  }

  /// Returns whether a tool's definition in these registries has the source and package of
  /// `declaration`.
  package func define(_ tool: ToolName, as declaration: LockedDeclaration) -> Bool {
    ((try? definition(of: tool)) ?? nil)?.matches(declaration) ?? false
  }

  /// Returns whether a tool's definition in these registries builds a version from the same archive
  /// and with the same steps as `declaration`: its source, package, and options are the same.
  ///
  /// Only registries that the user trusts are asked. Their steps need no consent.
  package func build(
    _ tool: ToolName, _ version: VersionText, as declaration: LockedDeclaration
  ) -> Bool {
    guard let definition = (try? definition(of: tool)) ?? nil, !declaration.steps.isEmpty else {
      return false
    }
    return definition.all.contains { definition in
      let stated = definition.declaration(for: version)
      let kind = SourceCatalog.standard[definition.source]
      let keys =
        [
          LockedDeclaration.sourceKey, LockedDeclaration.packageKey, LockedDeclaration.addressKey,
          BuildPart.definitionKey,
        ] + (kind?.options.map(\.key) ?? [])
      return keys.allSatisfy { stated[$0] == declaration[$0] }
    }
  }

  /// Returns whether a tool's definition in these registries has the source and package of
  /// `declaration`, and provides `executable` at the same path.
  ///
  /// Only registries that the user trusts are asked. Their tools may hide any program.
  package func provides(
    _ executable: ExecutableName, by tool: ToolName, _ declaration: LockedDeclaration
  ) -> Bool {
    guard let definition = (try? definition(of: tool)) ?? nil else { return false }
    return definition.matches(declaration) && definition.provides(executable, by: tool, declaration)
  }
}

extension AppliedDefinition {
  /// Returns whether a `defined` line names a source of the definition, the package there, and the
  /// same demand on the publisher.
  ///
  /// Other keys are not compared, because another version of bootstrap may write them differently.
  package func agrees(with locked: LockedDefinition) -> Bool {
    matches(locked.completing(LockedDeclaration(options: [])))
      && publisher == DefinedPublisher(locked.options)
  }

  /// Returns whether `declaration` names a source of the definition, and the package there.
  package func matches(_ declaration: LockedDeclaration) -> Bool {
    all.contains { $0.isMeant(by: declaration) }
  }

  private func isMeant(by declaration: LockedDeclaration) -> Bool {
    let host = options.last { $0.key == "host" }?.value.description
    let packages = options.filter { $0.key == LockedDeclaration.packageKey }
      .map(\.value.description)
    return declaration.source == source
      && (packages + [package.value]).contains(declaration[LockedDeclaration.packageKey] ?? "")
      && declaration[LockedDeclaration.addressKey] == nil && declaration["host"] == host
  }

  fileprivate func provides(
    _ name: ExecutableName, by tool: ToolName, _ declaration: LockedDeclaration
  ) -> Bool {
    let declared = declaration.executables?.first { $0.name == name }
    if executables.isEmpty { return name.text == tool.text && declared?.path == nil }
    return executables.contains { list in
      list.value.contains { $0.name == name && $0.path == declared?.path }
    }
  }
}
