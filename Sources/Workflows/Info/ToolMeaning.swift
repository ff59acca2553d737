internal import Diagnostics
internal import Filesystem
internal import Locking
internal import Manifests
internal import Projects
internal import SourceKinds
internal import ToolSources
internal import Trust
internal import Versions
internal import Vocabulary

/// What a name means in a folder: where the tool comes from, and what states it.
struct ToolMeaning: Sendable {
  let definer: ToolInfo.Definer
  let origin: Origin
  /// The declaration with its source.
  let declared: DeclaredTool
  /// The definition that states the source, or `nil` if the Toolfile or another tool does.
  let applied: AppliedDefinition?
  /// The definition as its author wrote it, or `nil` if there is none.
  let definition: Definition?

  /// The executables that the Toolfile or the definition lists.
  var executables: [ExecutableName] {
    (declared.executables?.value ?? definition?.executables.last?.value ?? []).map(\.name)
  }

  /// Returns the rules for the versions of the tool.
  func scheme(in catalog: SourceCatalog) -> VersionScheme {
    applied?.scheme ?? declared.source.flatMap { catalog.scheme(of: $0.name) } ?? .general
  }

  /// Searches for the meaning of a name: in the project and its lock, then in the project's
  /// registries, and finally in those of the user, which are for pins and installs by name.
  ///
  /// - Throws: ``Problem/sources(_:)`` with suggestions if nothing says what the name means,
  ///   ``Problem/trust(_:)`` if the user has not accepted the source or a registry of the project,
  ///   or ``Problem`` if a registry cannot be read.
  static func search(
    for tool: ToolName, in project: Project?, _ sources: SourceProvider, trust: TrustGate
  ) async throws(Problem) -> ToolMeaning {
    var declared = DeclaredTool(tool, origin: .commandLine)
    guard let project else {
      return try await meaning(of: declared, nil, try users(sources), sources)
    }
    let lock = project.lock?[tool]
    let named = project.toolfile[tool]
    if let named {
      declared = DeclaredTool(named, project.toolfile.sources, in: project.catalog)
    } else if let lock, lock.definition == nil {
      return try checked(
        needed(lock, project.lock?.origin(of: tool, in: project.lockName)), project, sources,
        trust)
    }
    if declared.source != nil {
      let meaning = ToolMeaning(
        definer: .toolfile, origin: declared.origin, declared: declared, applied: nil,
        definition: nil)
      return try checked(meaning, project, sources, trust)
    }
    try trust.check(sources.registryRequests(of: project))
    let definitions = DefinitionReview(sources)
    let own = try await definitions.registries(of: project, project.lock?.registries ?? [])
    var registries = definitions.registries(of: project, own)
    let locked = project.lock.flatMap {
      DefinitionReview.definitions(in: $0, of: project)[tool]
    }
    // A tool that the Toolfile does not name may be one that the user installs by name.
    if locked == nil, registries.entry(of: tool) == nil, named == nil {
      registries = try users(sources)
    }
    return try checked(
      try await meaning(of: declared, locked, registries, sources), project, sources, trust)
  }

  /// Returns the registries of the user.
  private static func users(_ sources: SourceProvider) throws(Problem) -> Registries {
    do {
      return try .users(sources.access.settings, in: sources.access.root, catalog: sources.catalog)
    } catch {
      throw Problem(error, formatPath: \.string)
    }
  }

  /// Returns the meaning of a tool without a source: the definition in the lock, or in the first
  /// registry that has one.
  private static func meaning(
    of declared: DeclaredTool, _ locked: AppliedDefinition?, _ registries: Registries,
    _ sources: SourceProvider
  ) async throws(Problem) -> ToolMeaning {
    let entry = registries.entry(of: declared.name)
    var applied = locked
    do {
      if applied == nil { applied = try registries.definition(of: declared.name) }
    } catch {
      throw .sources([error])
    }
    guard let applied else {
      let problem = registries.undefined(declared.name, at: declared.origin)
      throw .sources([await sources.addingCandidates(to: problem)])
    }
    // The definition itself says more than the stanza that records it.
    let origin = entry?.registry == applied.registry ? entry?.definition.origin : nil
    return ToolMeaning(
      definer: .init(applied.registry), origin: origin ?? applied.origin,
      declared: declared.defined(by: applied), applied: applied, definition: entry?.definition)
  }

  /// Returns the meaning of a locked tool that only other tools need.
  private static func needed(_ tool: LockedTool, _ origin: Origin?) -> ToolMeaning {
    let origin = origin ?? .commandLine
    let source = Toolfile.SourceReference(
      name: tool.declaration.source,
      address: tool.declaration[LockedDeclaration.addressKey], origin: origin)
    return ToolMeaning(
      definer: .lock, origin: origin,
      declared: DeclaredTool(tool.name, from: source, origin: origin), applied: nil,
      definition: nil)
  }

  /// Checks that the user has accepted the tool's source.
  private static func checked(
    _ meaning: ToolMeaning, _ project: Project, _ sources: SourceProvider, _ trust: TrustGate
  ) throws(Problem) -> ToolMeaning {
    try trust.check(sources.requests(for: meaning.declared, in: project))
    return meaning
  }
}

extension ToolInfo.Definer {
  /// Creates the definer for the name of a registry as a lock states it.
  fileprivate init(_ registry: String) {
    self =
      switch registry {
      case LockedDefinition.toolfileRegistry: .toolfileDefinition
      case LockedDefinition.shippedRegistry: .shippedRegistry
      default: .registry(registry)
      }
  }
}
