internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// The tools that registries define, by all names that other manifests may use for them.
struct DefinitionNames: Sendable {
  /// The names of a tool in lowercase: its own, its aliases, and the owners of its repositories.
  private struct Names {
    var own: Set<String> = []
    var owners: Set<String> = []
  }

  private var tools: [ToolName: DefinedTool] = [:]
  private var names: [ToolName: Names] = [:]
  private var aliases: [String: ToolName] = [:]
  /// The tools by the repository on GitHub from which they come, in lowercase.
  private var repositories: [String: [ToolName]] = [:]
  /// The tools, keyed by source and package name.
  private var packages: [String: [String: ToolName]] = [:]
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
    for (registry, definition) in definitions where names[definition.name] == nil {
      tools[definition.name] = DefinedTool(
        definition, in: registry, guests: guests[definition.name] ?? [])
      add(definition)
    }
  }

  private mutating func add(_ definition: Definition) {
    let name = definition.name
    var known = Names(own: [name.text])
    for alias in definition.aliases {
      known.own.insert(alias.lowercased())
      if aliases[alias] == nil { aliases[alias] = name }
      let word = alias.prefix { !$0.isNumber }
      let number = alias.dropFirst(word.count)
      if !number.isEmpty, number.allSatisfy(\.isNumber) {
        lines[String(word), default: [:]][String(number)] = name
      }
    }
    for option in definition.sources.flatMap(\.options) {
      guard SourceCatalog.standard[option.key] != nil else { continue }
      let package = option.value.description
      if packages[option.key]?[package] == nil {
        packages[option.key, default: [:]][package] = name
      }
    }
    for repository in Set(Self.repositories(of: definition)) {
      repositories[repository, default: []].append(name)
      known.owners.insert(String(repository.prefix { $0 != "/" }))
    }
    for program in definition.executables.flatMap(\.value) where providers[program.name.text] == nil
    {
      providers[program.name.text] = name
    }
    names[name] = known
  }

  // MARK: Names

  /// Returns the tool that a definition takes from a package of a source, or `nil` if no definition
  /// uses the package.
  func tool(takingPackage package: String, from source: String) -> ToolName? {
    packages[source]?[package]
  }

  /// The sources of the packages that installers of other package managers install.
  private static let indexes = ["pipx": "pypi"]

  /// Returns the name that stands for a tool and for those that are the same in another major
  /// version, as those of Java are.
  func family(of name: ToolName) -> ToolName {
    let line = lines.values.first { $0.count > 1 && $0.values.contains(name) }
    return line?.values.min() ?? name
  }

  /// Returns the defined tool that another manifest means, or `nil` if there is none.
  func name(of foreign: ForeignTool) -> ToolName? {
    guard let package = foreign.package else { return name(withoutPackage: foreign) }
    // Several tools can come from one repository, but only one from a package of an index.
    let source = Self.indexes[package.source] ?? package.source
    let ofIndex =
      source == GitHubKind.name ? nil : tool(takingPackage: package.name, from: source)
    return ofIndex ?? name(ofPackage: package.name, foreign)
  }

  /// Returns the tool whose definition serves a repository: it comes from there, or the repository
  /// and its owner have names of the tool, as `golang/go` has.
  private func name(ofPackage package: String, _ foreign: ForeignTool) -> ToolName? {
    let own = ToolName(foreign.name.lowercased())
    let package = package.lowercased()
    let candidates = repositories[package] ?? []
    if let name = candidates.first(where: { $0 == own }) ?? candidates.only { return name }
    let parts = package.split(separator: "/").map(String.init)
    guard parts.count == 2, let name = definedName(parts[1]), let known = names[name],
      known.own.contains(parts[0]) || known.owners.contains(parts[0])
    else { return nil }
    return name
  }

  private func definedName(_ text: String) -> ToolName? {
    ToolName(text).flatMap { names[$0] == nil ? nil : $0 } ?? aliases[text]
  }

  /// Returns the tool that another manifest names without a package.
  private func name(withoutPackage foreign: ForeignTool) -> ToolName? {
    let own = ToolName(foreign.name).flatMap { names[$0] == nil ? nil : $0 }
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
      text = version ?? word
    case .range(let range): text = String(range.drop { !$0.isNumber })
    }
    let number = text.prefix { $0.isASCII && $0.isNumber }
    return number.isEmpty ? nil : String(number)
  }

  /// Returns the repositories that a definition names: that of its releases, of its tags, and its
  /// home.
  private static func repositories(of definition: Definition) -> [String] {
    let options = definition.sources.flatMap(\.options)
      .filter { $0.key == "github" || $0.key == "tags" }
    let values = options.map(\.value.description) + [definition.home].compactMap(\.self)
    let site = "https://github.com/"
    return values.compactMap { value in
      let name = value.hasPrefix(site) ? value.dropFirst(site.count) : value[...]
      return name.split(separator: "/").count == 2 && !name.contains(":") ? name.lowercased() : nil
    }
  }

  // MARK: Tools

  /// Returns the tool to write for one of another manifest, and the remarks on its version, or the
  /// reason to leave it out.
  ///
  /// - Parameters:
  ///   - foreign: The tool.
  ///   - platforms: The platforms of the project.
  func answer(
    to foreign: ForeignTool, on platforms: [Platform] = Platform.defaults
  ) -> ForeignAnswer {
    if let name = name(of: foreign) {
      return tools[name]?.answer(to: foreign, on: platforms)
        ?? .leftOut(.undefined(foreign.name))
    }
    if let keeper = foreign.keeper { return .leftOut(.kept(foreign.name, by: keeper)) }
    if let package = foreign.package { return answer(to: foreign, from: package) }
    // A name with several lines is not defined for every number.
    if aliases[foreign.name] != nil {
      return .leftOut(.undefined("\(foreign.name) \(foreign.version.text)"))
    }
    if let provider = providers[foreign.name] { return .leftOut(.included(in: provider)) }
    if let name = ToolName(foreign.name), systemNames.contains(name) {
      return .leftOut(.systemProgram(name))
    }
    return .leftOut(.undefined(foreign.name))
  }

  /// Returns what a Toolfile can have for a package without a definition.
  private func answer(
    to foreign: ForeignTool, from package: ForeignTool.Package
  ) -> ForeignAnswer {
    guard package.source == GitHubKind.name, let name = RepositoryName(package.name) else {
      return .leftOut(.noCounterpart("\(package.source):"))
    }
    // One of several tools in a repository needs a definition, which knows its files.
    if name.name.lowercased() != foreign.name.lowercased() {
      return .leftOut(.undefined(foreign.name))
    }
    guard let version = TranslatedVersion(foreign.version, .tag) else {
      return .leftOut(.requirement(foreign.version.text))
    }
    return .package(name, version)
  }
}

extension Array {
  /// The element if there is exactly one.
  fileprivate var only: Element? { count == 1 ? first : nil }
}
