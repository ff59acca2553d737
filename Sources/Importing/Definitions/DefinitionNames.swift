internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// The tools that registries define, by all names that other manifests may use for them.
struct DefinitionNames: Sendable {
  private var names: Set<ToolName> = []
  /// The tools whose definitions are valid.
  private var tools: [ToolName: DefinedTool] = [:]
  private var aliases: [String: ToolName] = [:]
  private var packages = DefinedPackages()
  /// The tools by the programs that they provide, for programs that have no definition.
  private var providers: [String: ToolName] = [:]
  /// The tools that have one definition for each major version, by their common name and the
  /// number: `java` and `17`.
  private var lines: [String: [String: ToolName]] = [:]
  private let systemNames: Set<ToolName>

  /// Reads the definitions of registries. The first that defines a name counts.
  init(_ registries: Registries) {
    systemNames = Set(registries.systemNames)
    let definitions = registries.registries.flatMap { registry in
      registry.definitions().map { (registry.name, $0) }
    }
    var guests: [ToolName: [GuestRule]] = [:]
    for (_, definition) in definitions where guests[definition.name]?.isEmpty ?? true {
      guests[definition.name] = definition.guests
    }
    for (registry, definition) in definitions where names.insert(definition.name).inserted {
      tools[definition.name] = DefinedTool(
        definition, in: registry, guests: guests[definition.name] ?? [])
      add(definition)
    }
  }

  private mutating func add(_ definition: Definition) {
    let name = definition.name
    packages.add(definition)
    for alias in definition.aliases {
      if aliases[alias] == nil { aliases[alias] = name }
      let word = alias.prefix { !$0.isNumber }
      let number = alias.dropFirst(word.count)
      if !number.isEmpty, number.allSatisfy(\.isNumber) {
        lines[String(word), default: [:]][String(number)] = name
      }
    }
    for program in definition.executables.flatMap(\.value) where providers[program.name.text] == nil
    {
      providers[program.name.text] = name
    }
  }

  // MARK: Names

  /// Returns the name that stands for a tool and for those that are the same in another major
  /// version, as those of Java are.
  func family(of name: ToolName) -> ToolName {
    let line = lines.values.first { $0.count > 1 && $0.values.contains(name) }
    return line?.values.min() ?? name
  }

  /// Returns the defined tool that another manifest means, or `nil` if there is none.
  func name(of foreign: ForeignTool) -> ToolName? {
    if let package = foreign.package { return packages.tool(in: package, named: foreign.name) }
    return name(withoutPackage: foreign)
  }

  /// Returns the tool that another manifest names without a package.
  private func name(withoutPackage foreign: ForeignTool) -> ToolName? {
    let own = ToolName(foreign.name).flatMap { names.contains($0) ? $0 : nil }
    if !foreign.admitsAliases { return own }
    guard let name = own ?? aliases[foreign.name] else { return nil }
    let line = lines.values.first { $0.count > 1 && $0.values.contains(name) }
    guard let line, let number = majorNumber(of: foreign.version, line.values) else { return name }
    return line[number]
  }

  /// Returns the first number of a version of a tool with several lines, or `nil` if it has none.
  private func majorNumber(
    of version: ForeignVersion, _ lines: some Collection<ToolName>
  ) -> String? {
    let text: String
    switch version {
    case .requirement(let requirement): text = requirement.clauses.first?.version ?? ""
    case .release(let word, _):
      let version = lines.lazy.compactMap { tools[$0]?.spelling().version(of: word) }.first
      // Another implementation, such as `corretto-17`, has the same numbers.
      text = version ?? (ForeignName.isName(word) ? String(word.drop { !$0.isNumber }) : "")
    case .range(let range): text = String(range.drop { !$0.isNumber })
    }
    let number = text.prefix { $0.isASCII && $0.isNumber }
    return number.isEmpty ? nil : String(number)
  }

  /// Returns the tool by the name and the version that a registry knows, if only a part of its name
  /// is that of a tool.
  private func resolved(_ foreign: ForeignTool) -> ForeignTool {
    guard let line = foreign.line, !isKnown(foreign.name), isKnown(line.name) else {
      return foreign
    }
    let isOfLines = aliases[line.name].map { tool in
      lines.values.contains { $0.count > 1 && $0.values.contains(tool) }
    }
    let version = isOfLines ?? false ? line.number : line.version
    return foreign.renamed(line.name, foreign.version.isNewest ? .prefix(version) : foreign.version)
  }

  private func isKnown(_ name: String) -> Bool {
    aliases[name] != nil || ToolName(name).map(names.contains) ?? false
  }

  // MARK: Tools

  /// Returns a tool with the first of its versions that can be taken, or with the first one if none
  /// can.
  func chosen(_ foreign: ForeignTool, on platforms: [Platform]) -> ForeignTool {
    if foreign.otherVersions.isEmpty { return foreign }
    let choices = [foreign] + foreign.otherVersions.map { foreign.renamed(foreign.name, $0) }
    let chosen = choices.first { choice in
      switch answer(to: choice, on: platforms) {
      case .defined, .package: true
      case .leftOut, .unavailable: false
      }
    }
    return chosen.map { $0.adding([.severalVersions(taken: $0.version.shownText)]) } ?? foreign
  }

  /// Returns the tool to write for one of another manifest, and the remarks on its version, or the
  /// reason to leave it out.
  ///
  /// - Parameters:
  ///   - foreign: The tool.
  ///   - platforms: The platforms of the project.
  func answer(
    to foreign: ForeignTool, on platforms: [Platform] = Platform.defaults
  ) -> ForeignAnswer {
    let foreign = resolved(foreign)
    if let name = name(of: foreign) {
      let answer =
        tools[name]?.answer(to: foreign, on: platforms) ?? .leftOut(foreign.reasonIfUndefined)
      guard let package = foreign.package, packages.isRenumbered(package)
      else { return answer }
      if case .defined(let tool, _, _) = answer, tool.requirement == .any { return answer }
      return .leftOut(.renumbered(package.name, name))
    }
    if let keeper = foreign.keeper { return .leftOut(.kept(foreign.keptName, by: keeper)) }
    if let package = foreign.package {
      return answer(to: foreign, from: package, on: platforms)
    }
    // A name with several lines is not defined for every number.
    if let name = aliases[foreign.name] { return otherLine(of: name, foreign) }
    if let provider = providers[foreign.name] { return .leftOut(.included(in: provider)) }
    if let name = ToolName(foreign.name), systemNames.contains(name) {
      let version = TranslatedVersion(foreign.version, .tag)
      return .leftOut(.systemProgram(name, version?.requirement.texts ?? []))
    }
    return .leftOut(foreign.reasonIfUndefined)
  }

  /// Returns the answer for a number of a tool with several lines that has no definition.
  private func otherLine(of name: ToolName, _ foreign: ForeignTool) -> ForeignAnswer {
    let line = lines.values.first { $0.count > 1 && $0.values.contains(name) }
    let numbers = line?.keys.compactMap { Int($0) } ?? []
    let reason = ImportRemark.Reason.otherLine(foreign.name, available: numbers.sorted())
    guard let version = TranslatedVersion(foreign.version, .tag) else { return .leftOut(reason) }
    return .unavailable(NewTool(name, version.requirement), reason)
  }

  /// Returns what a Toolfile can have for a package without a definition.
  private func answer(
    to foreign: ForeignTool, from package: ForeignTool.Package, on platforms: [Platform]
  ) -> ForeignAnswer {
    if let limit = foreign.platforms, limit.isDisjoint(with: platforms) {
      return .leftOut(.otherSystems(limit.names))
    }
    let tool: PackagedTool?
    switch package.source {
    case GemKind.name: tool = PackagedTool(gem: package.name, for: foreign)
    case GitHubKind.name:
      guard let repository = RepositoryName(package.name) else { return .leftOut(.notAName) }
      // One of several tools in a repository needs a definition, which knows its files.
      let isOfWhole = repository.name.lowercased() == foreign.name.lowercased()
      if !isOfWhole, foreign.selection.program == nil {
        return .leftOut(foreign.reasonIfUndefined)
      }
      tool = PackagedTool(repository, for: foreign)
    default: return .leftOut(.noCounterpart("\(package.source):"))
    }
    if let tool { return .package(tool) }
    let hasRequirement = TranslatedVersion(foreign.version, .tag) != nil
    let shown = foreign.version.shownText
    return .leftOut(hasRequirement ? .unsatisfiable(shown) : .requirement(shown))
  }
}
