internal import Manifests
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// The tools that registries define, by all names that other manifests may use for them.
struct DefinitionNames: Sendable {
  private var names: Set<ToolName> = []
  private var aliases: [String: ToolName] = [:]
  /// The tools by the repository on GitHub from which they come, in lowercase.
  private var repositories: [String: [ToolName]] = [:]
  /// The tools, keyed by source and package name.
  private var packages: [String: [String: ToolName]] = [:]
  /// The tools that have one definition for each major version, by their common name and the
  /// number: `java` and `17`.
  private var lines: [String: [String: ToolName]] = [:]

  /// Reads the definitions of registries. The first that defines a name counts.
  init(_ registries: Registries) {
    for definition in registries.registries.flatMap({ $0.definitions() })
    where names.insert(definition.name).inserted {
      for alias in definition.aliases where aliases[alias] == nil {
        aliases[alias] = definition.name
        let word = alias.prefix { !$0.isNumber }
        let number = alias.dropFirst(word.count)
        if !number.isEmpty, number.allSatisfy(\.isNumber) {
          lines[String(word), default: [:]][String(number)] = definition.name
        }
      }
      for option in definition.sources.flatMap(\.options) {
        guard SourceCatalog.standard[option.key] != nil else { continue }
        let package = option.value.description
        if packages[option.key]?[package] == nil {
          packages[option.key, default: [:]][package] = definition.name
        }
      }
      for repository in Set(Self.repositories(of: definition)) {
        repositories[repository, default: []].append(definition.name)
      }
    }
  }

  /// Returns the tool that a definition takes from a package of a source, or `nil` if no definition
  /// uses the package.
  func tool(takingPackage package: String, from source: String) -> ToolName? {
    packages[source]?[package]
  }

  /// Returns the tool to write for one of another manifest, or `nil` if its name has no meaning.
  func tool(for foreign: ForeignTool) -> NewTool? {
    guard let package = foreign.package else {
      return name(for: foreign).map {
        NewTool($0, foreign.requirement, options: foreign.options)
      }
    }
    // Several tools can come from one repository.
    let candidates = repositories[package.name.lowercased()] ?? []
    let own = ToolName(foreign.name.lowercased())
    if let name = candidates.first(where: { $0 == own }) ?? candidates.only {
      return NewTool(name, foreign.requirement, options: foreign.options)
    }
    guard let name = own,
      SourceCatalog.standard[package.source]?.packageName(package.name) != nil
    else { return nil }
    return NewTool(
      name, foreign.requirement,
      options: [.init(key: package.source, value: .string(package.name))] + foreign.options)
  }

  /// Returns the tool that another manifest names without a package.
  private func name(for foreign: ForeignTool) -> ToolName? {
    let own = ToolName(foreign.name).flatMap { names.contains($0) ? $0 : nil }
    if !foreign.admitsAliases { return own }
    guard let name = own ?? aliases[foreign.name] else { return nil }
    guard let version = foreign.requirement.clauses.first?.version else { return name }
    let major = String(version.prefix { $0.isNumber })
    let line = lines.values.first { $0.count > 1 && $0.values.contains(name) }
    return line.map { $0[major] } ?? name
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
}

extension Array {
  /// The element if there is exactly one.
  fileprivate var only: Element? { count == 1 ? first : nil }
}
