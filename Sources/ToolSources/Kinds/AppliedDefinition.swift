package import Diagnostics
package import Manifests
package import Versions
package import Vocabulary

/// The meaning of a tool's bare name: from a registry, or from the previous lock.
package struct AppliedDefinition: Hashable, Sendable {
  /// The registry, as the lock names it.
  package let registry: String
  package let digest: SHA256Digest
  /// The location of the definition.
  package let origin: Origin
  /// The name of the source.
  package let source: String
  /// The name of the package in the source. If it depends on the version, this is the name in the
  /// last line, and ``options`` has all lines with the key ``LockedDeclaration/packageKey``.
  package let package: Located<String>
  /// The rules for the versions.
  package let scheme: VersionScheme
  /// The rules that the definition states, or `nil` if it leaves them to the source.
  private let statedScheme: VersionScheme?
  /// The platforms for which the tool exists, or `nil` for those that the source has.
  package let platforms: [Platform]?
  /// The oldest version that the definition offers, or `nil` for the oldest of the source.
  package let oldest: OfferLimit?
  /// The first version that the definition no longer offers, or `nil` if it offers all newer ones.
  package let until: OfferLimit?
  /// The executables, with the versions that each list applies to.
  let executables: [Conditional<[Toolfile.Executable]>]
  /// What the definition says about the publisher.
  package let publisher: DefinedPublisher
  /// The tools that this one needs, with the versions that each line applies to.
  private let statedNeeds: [Conditional<Located<ToolNeed>>]
  /// What a build needs from the machine, with the versions that each line applies to.
  private let hostNeeds: [Conditional<HostNeed>]
  /// The files that a build needs besides its source, with the versions that each line applies to.
  private let parts: [Conditional<BuildPart>]
  /// The options of the source.
  let options: [Toolfile.Option]
  /// The meaning with each other source of the definition, in the order of preference. Empty for
  /// the meaning in a lock, which records only the source that was chosen.
  package let alternatives: [AppliedDefinition]

  /// Whether one option of a tool, with ``source`` and ``package``, can state the same.
  package var isOneOption: Bool { options.isEmpty && alternatives.isEmpty && platforms == nil }

  /// The meaning with each source of the definition, in the order of preference.
  package var all: [AppliedDefinition] { [self] + alternatives }

  /// Creates the meaning of a definition in a registry.
  ///
  /// - Parameters:
  ///   - definition: The definition.
  ///   - registry: The registry, as the lock names it.
  ///   - catalog: The known kinds. A line with the name of a kind states the source and package.
  /// - Throws: ``SourceProblem`` if a block of the definition does not state exactly one source, or
  ///   states one that needs an address, or if a limit is not a version in the tool's scheme.
  package init(
    _ definition: Definition, in registry: String, _ catalog: SourceCatalog
  ) throws(SourceProblem) {
    try self.init(
      definition, definition.source, in: registry, catalog,
      alternatives: definition.alternatives.map { source throws(SourceProblem) in
        try AppliedDefinition(definition, source, in: registry, catalog, alternatives: [])
      })
  }

  private init(
    _ definition: Definition, _ block: Definition.Source, in registry: String,
    _ catalog: SourceCatalog, alternatives: [AppliedDefinition]
  ) throws(SourceProblem) {
    let stated = try Self.statedSource(of: definition, block, in: registry, catalog)
    self.alternatives = alternatives
    hostNeeds = block.hostNeeds
    parts = block.parts
    self.registry = registry
    digest = definition.digest
    origin = definition.origin
    source = stated.name
    package = stated.package
    // The versions of all sources are compared with each other.
    let first = definition.source.options.lazy.compactMap { catalog.scheme(of: $0.key) }.first
    let own = catalog.scheme(of: source)
    statedScheme = definition.scheme ?? (first == own ? nil : first)
    scheme = statedScheme ?? own ?? .general
    platforms = definition.platforms
    oldest = definition.oldest
    until = definition.until
    for (key, limit) in [(Self.oldestKey, oldest), (Self.untilKey, until)] {
      guard let limit, (try? Version(parsing: limit.version.text, scheme: scheme)) == nil else {
        continue
      }
      throw SourceProblem(
        source: registry, tool: definition.name, origin: definition.origin,
        fault: .declaration(.badOption(key, expected: .version)))
    }
    executables = definition.executables
    publisher = definition.publisher
    statedNeeds =
      registry == LockedDefinition.shippedRegistry
      ? definition.needs.map { need in
        // Each definition is parsed alone, so its line numbers are not those of the registry.
        Conditional(
          Located(need.value.value, at: .file(ShippedRegistry.path)), if: need.condition)
      } : definition.needs
    options =
      stated.conditionalLines.map {
        Toolfile.Option(
          key: LockedDeclaration.packageKey, value: $0.value, if: $0.condition, origin: $0.origin)
      } + block.options.filter { catalog[$0.key] == nil }
  }

  /// Returns the source that a block of a definition states, the package of its last line, and all
  /// of its lines if the package depends on the version.
  private static func statedSource(
    of definition: Definition, _ block: Definition.Source, in registry: String,
    _ catalog: SourceCatalog
  ) throws(SourceProblem) -> (
    name: String, package: Located<String>, conditionalLines: [Toolfile.Option]
  ) {
    let sources = block.options.filter { catalog[$0.key] != nil }
    guard let first = sources.first, let last = sources.last, case .string(let name) = last.value
    else {
      throw SourceProblem(
        source: registry, tool: definition.name, origin: block.origin,
        fault: .declaration(.noSourceInDefinition(known: catalog.namesInDefinitions)))
    }
    if let addressed = sources.first(where: { catalog[$0.key]?.needsAddress ?? false }) {
      throw SourceProblem(
        source: addressed.key, tool: definition.name, origin: addressed.origin,
        fault: .declaration(.addressedSourceInDefinition(known: catalog.namesInDefinitions)))
    }
    // Some kinds allow another package for each range of versions.
    let isConditional = sources.count > 1 || !first.condition.isAlways
    let allowsConditions = catalog[first.key]?.hasConditionalPackages ?? false
    let extra = isConditional && !allowsConditions ? sources.last : nil
    if let other = sources.first(where: { $0.key != first.key }) ?? extra {
      throw SourceProblem(
        source: registry, tool: definition.name, origin: other.origin,
        fault: .declaration(.conflictingOption(other.key, besides: first.key)))
    }
    return (first.key, Located(name, at: last.origin), isConditional ? sources : [])
  }

  /// Creates the meaning that a lock recorded, for which no registry is needed.
  ///
  /// - Parameters:
  ///   - locked: The `defined` line.
  ///   - catalog: The known kinds, which define the form of each option.
  ///   - origin: The location of the stanza.
  package init(_ locked: LockedDefinition, _ catalog: SourceCatalog, origin: Origin) {
    registry = locked.registry
    digest = locked.digest
    source = locked.source
    self.origin = origin
    let values = Dictionary(locked.options.map { ($0.key, $0.value) }) { first, _ in first }
    package = Located(values[LockedDeclaration.packageKey] ?? "", at: origin)
    statedScheme = values[Self.schemeKey].flatMap(VersionScheme.init(rawValue:))
    scheme = statedScheme ?? catalog.scheme(of: source) ?? .general
    platforms = values[Self.platformsKey].map {
      $0.split(separator: ",").compactMap { Platform(rawValue: String($0)) }
    }
    oldest = values[Self.oldestKey].flatMap(Self.limit)
    until = values[Self.untilKey].flatMap(Self.limit)
    let conditionalKeys = Set(locked.lines.map(\.option.key))
    let lines =
      locked.options.filter { !conditionalKeys.contains($0.key) }
      .map { LockedDefinition.Line($0, if: .always) } + locked.lines
    executables = lines.filter { $0.option.key == LockedDeclaration.executablesKey }
      .compactMap { line in
        LockedDeclaration(options: [line.option]).executables.map {
          Conditional($0, if: line.condition)
        }
      }
    publisher = DefinedPublisher(locked.options)
    statedNeeds = Self.values(in: lines, of: ToolNeed.definitionKey) {
      ([ToolNeed](definitionValue: $0) ?? []).map { Located($0, at: origin) }
    }
    hostNeeds = Self.values(in: lines, of: HostNeed.definitionKey) {
      [HostNeed](definitionValue: $0) ?? []
    }
    parts = Self.values(in: lines, of: BuildPart.definitionKey) {
      [BuildPart](definitionValue: $0) ?? []
    }
    alternatives = []
    let forms = catalog[locked.source]?.options ?? []
    options = lines.compactMap { line in
      let isPackage =
        line.option.key == LockedDeclaration.packageKey && conditionalKeys.contains(line.option.key)
      let stated = forms.first { $0.key == line.option.key }?.form
      return (isPackage ? .text : stated).flatMap { Self.option(line, as: $0, at: origin) }
    }
  }

  /// Returns the option that a line states, or `nil` if its value does not have the form.
  private static func option(
    _ line: LockedDefinition.Line, as form: SourceProblem.OptionForm, at origin: Origin
  ) -> Toolfile.Option? {
    Toolfile.Value(line.option.value, as: form).map {
      Toolfile.Option(key: line.option.key, value: $0, if: line.condition, origin: origin)
    }
  }

  /// Parses the version and the reason that a lock states.
  private static func limit(_ text: String) -> OfferLimit? {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let version = VersionText(words[0]) else { return nil }
    return OfferLimit(version, because: String(words[1]))
  }

  /// Returns the values of the lines with a key, each with the condition of its line.
  private static func values<Value>(
    in lines: [LockedDefinition.Line], of key: String, _ read: (String) -> [Value]
  ) -> [Conditional<Value>] {
    lines.filter { $0.option.key == key }.flatMap { line in
      read(line.option.value).map { Conditional($0, if: line.condition) }
    }
  }

  private static let schemeKey = "scheme"
  private static let platformsKey = "platforms"
  private static let oldestKey = "oldest"
  private static let untilKey = "before"

  /// The tools that some version needs, each with the location of a line.
  package var neededTools: [Located<ToolName>] {
    statedNeeds.map { Located($0.value.value.tool, at: $0.value.origin) }
  }

  /// Returns the requirements on `tool`, each of which applies to some versions.
  package func requirements(on tool: ToolName) -> [Requirement] {
    statedNeeds.map(\.value.value).filter { $0.tool == tool }.map(\.requirement)
  }

  /// Returns the tools that `version` needs. No tool occurs twice.
  package func needs(of version: Version) -> [Located<ToolNeed>] {
    Self.values(statedNeeds, for: version) { $0.value.tool }
  }

  /// Returns the values of the lines that apply to `version`, without those that a later line with
  /// the same key replaces.
  private static func values<Value, Key: Equatable>(
    _ lines: [Conditional<Value>], for version: Version, by key: (Value) -> Key
  ) -> [Value] {
    let all = lines.filter { $0.condition.admits(version) }.map(\.value)
    return all.enumerated().filter { index, value in
      !all[(index + 1)...].contains { key($0) == key(value) }
    }.map(\.element)
  }

  /// The host needs of building any version from any source of the definition.
  package var hostNeedsOfAll: [HostNeed] { all.flatMap { $0.hostNeeds.map(\.value) } }

  /// The addresses of the files that builds need besides their sources.
  package var partAddresses: [Located<String>] {
    parts.flatMap { [$0.value.address, $0.value.checksums].compactMap(\.self) }
      .map { Located($0.text, at: origin) }
  }

  /// Returns what the definition resolves to for `version`, as a lock records it.
  package func locked(for version: Version) -> LockedDefinition {
    var lines = options.map {
      LockedDefinition.Line(.init($0.key, $0.lockedValue), if: $0.condition)
    }
    func add<Value>(
      _ values: [Conditional<Value>], of key: String, _ text: (Value) -> String
    ) {
      lines += values.map { LockedDefinition.Line(.init(key, text($0.value)), if: $0.condition) }
    }
    add(
      executables, of: LockedDeclaration.executablesKey, LockedDeclaration.executablesValue)
    add(statedNeeds, of: ToolNeed.definitionKey) { [$0.value].definitionValue }
    add(hostNeeds, of: HostNeed.definitionKey) { [$0].definitionValue }
    add(parts, of: BuildPart.definitionKey) { [$0].definitionValue }
    var values = [LockedDeclaration.packageKey: package.value]
    values[Self.schemeKey] = statedScheme?.rawValue
    values[Self.oldestKey] = oldest.map { "\($0.version) \($0.reason)" }
    values[Self.untilKey] = until.map { "\($0.version) \($0.reason)" }
    values[Self.platformsKey] = platforms?.map(\.rawValue).sorted().joined(separator: ",")
    for option in publisher.options { values[option.key] = option.value }
    for line in lines where line.condition.admits(version) {
      values[line.option.key] = line.option.value
    }
    // Unlike the lines of other keys, lines about different tools or names are combined.
    let needs = needs(of: version).map(\.value)
    values[ToolNeed.definitionKey] = needs.isEmpty ? nil : needs.definitionValue
    let hostNeeds = Self.values(hostNeeds, for: version, by: \.name)
    values[HostNeed.definitionKey] = hostNeeds.isEmpty ? nil : hostNeeds.definitionValue
    let parts = Self.values(parts, for: version, by: \.name)
    values[BuildPart.definitionKey] = parts.isEmpty ? nil : parts.definitionValue
    let conditionalKeys = Set(lines.filter { !$0.condition.isAlways }.map(\.option.key))
    return LockedDefinition(
      registry: registry, digest: digest, source: source,
      options: values.map { LockedDeclaration.Option($0.key, $0.value) },
      lines: lines.filter { conditionalKeys.contains($0.option.key) })
  }

  /// Returns the problem that the definition, which belongs to a project, provides executables with
  /// reserved names. Returns `nil` if it does not, or if it ships with the program.
  package func reservation(by tool: ToolName) -> SourceProblem? {
    let names = executables.flatMap(\.value).map(\.name)
    let reserved = Set(names.filter(\.isReserved))
    if registry == LockedDefinition.shippedRegistry || reserved.isEmpty { return nil }
    // A Toolfile that lists names without paths would lose the paths of the definition.
    let hasPaths = executables.contains { $0.value.contains { $0.path != nil } }
    let others = hasPaths ? [] : Set(names).subtracting(reserved).map(\.text).sorted()
    return SourceProblem(
      source: source, tool: tool, origin: origin,
      fault: .declaration(
        .reservedInDefinition(names: reserved.map(\.text).sorted(), others: others)))
  }

  /// Returns the declaration of a pinned version, which no manifest declares.
  package func declaration(for version: VersionText) -> LockedDeclaration {
    let declared = LockedDeclaration(options: [])
    guard let version = try? Version(parsing: version.text, scheme: scheme) else { return declared }
    return locked(for: version).completing(declared)
  }
}
