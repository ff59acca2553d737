internal import Manifests
internal import SourceKinds
internal import Vocabulary

/// Finds the tool of a definition by a package or repository that contains it.
struct DefinedPackages {
  /// What a package contains.
  private struct Contents {
    let tool: ToolName
    /// Whether the versions of the package are those of the tool.
    let hasToolVersions: Bool
  }

  /// The contents of packages, keyed by source and package.
  private var packages: [String: [String: Contents]] = [:]
  /// The tools that come from each repository on GitHub, keyed by its name in lowercase.
  private var repositories: [String: [ToolName]] = [:]
  /// The tools from the repositories of each owner on GitHub, keyed by its name in lowercase.
  private var owners: [String: [ToolName]] = [:]
  /// The names of each tool and of its programs, in lowercase.
  private var names: [ToolName: Set<String>] = [:]

  /// Adds the packages and repositories of a definition. If several definitions name the same
  /// package, the first one counts.
  mutating func add(_ definition: Definition) {
    let tool = definition.name
    let programs = definition.executables.flatMap(\.value).map(\.name.text)
    names[tool] = Set(([tool.text] + definition.aliases + programs).map { $0.lowercased() })
    let options = definition.sources.flatMap(\.options)
    var repositories = options.filter { $0.key == "tags" }.map(\.value.description)
    repositories += [definition.home].compactMap(\.self)
    for option in options where SourceCatalog.standard[option.key] != nil {
      let package = option.value.description
      if option.key == GitHubKind.name {
        repositories.append(package)
      } else {
        add(package, of: option.key, Contents(tool: tool, hasToolVersions: true))
      }
    }
    for package in definition.foreignPackages {
      if package.source == .github {
        repositories.append(package.name)
      } else {
        let contents = Contents(tool: tool, hasToolVersions: package.hasToolVersions)
        add(package.name, of: package.source.rawValue, contents)
      }
    }
    for repository in Set(repositories.compactMap(Self.repository)) {
      self.repositories[repository, default: []].append(tool)
      let owner = String(repository.prefix { $0 != "/" })
      if !(owners[owner]?.contains(tool) ?? false) { owners[owner, default: []].append(tool) }
    }
  }

  private mutating func add(_ package: String, of source: String, _ contents: Contents) {
    let key = Self.key(of: package, in: source)
    if packages[source]?[key] == nil { packages[source, default: [:]][key] = contents }
  }

  /// Returns the tool that a package contains, or `nil` if no definition names the package.
  ///
  /// - Parameters:
  ///   - package: The package.
  ///   - name: The name of the program, which decides among several tools from one repository.
  func tool(in package: ForeignTool.Package, named name: String) -> ToolName? {
    if let contents = contents(of: package) { return contents.tool }
    if package.source == ForeignTool.Package.tap {
      return tool(named: name, ofOwnerOf: package.name)
    }
    guard let repository = package.repository else { return nil }
    let candidates = repositories[repository.lowercased()] ?? []
    let name = name.lowercased()
    if let tool = candidates.first(where: { names[$0]?.contains(name) ?? false }) { return tool }
    // A name that differs from the repository's may be another program.
    let isOfWhole = repository.lowercased().hasSuffix("/\(name)")
    return isOfWhole && candidates.count == 1 ? candidates.first : nil
  }

  /// Returns the tool of a formula in the tap of the tool's own authors: `hashicorp/tap/terraform`.
  /// In any other tap, a name may mean anything.
  private func tool(named name: String, ofOwnerOf formula: String) -> ToolName? {
    let owner = formula.prefix { $0 != "/" }.lowercased()
    let name = name.lowercased()
    return owners[owner]?.first { names[$0]?.contains(name) ?? false }
  }

  /// Returns whether a package numbers its versions differently from the tool that it contains.
  func isRenumbered(_ package: ForeignTool.Package) -> Bool {
    contents(of: package).map { !$0.hasToolVersions } ?? false
  }

  private func contents(of package: ForeignTool.Package) -> Contents? {
    let source = Self.indexes[package.source] ?? package.source
    return packages[source]?[Self.key(of: package.name, in: source)]
  }

  /// The sources of packages, keyed by installers that have no packages of their own.
  private static let indexes = ["pipx": "pypi"]

  private static func key(of package: String, in source: String) -> String {
    SourceCatalog.standard[source]?.packageName(package) ?? package
  }

  /// Returns the repository on GitHub that a text names, in lowercase, or `nil` if it names none.
  private static func repository(_ text: String) -> String? {
    let site = "https://github.com/"
    let name = text.hasPrefix(site) ? text.dropFirst(site.count) : text[...]
    return name.split(separator: "/").count == 2 && !name.contains(":") ? name.lowercased() : nil
  }
}
