internal import Diagnostics
internal import Manifests
internal import Vocabulary
internal import YAML

/// The manifest of aqua, whose list `packages` has a version for each repository.
enum AquaManifest: ForeignFormat {
  static let paths: [ForeignPath] = [
    "aqua.yaml", "aqua.yml", ".aqua.yaml", ".aqua.yml", "aqua/aqua.yaml", "aqua/aqua.yml",
    ".aqua/aqua.yaml", ".aqua/aqua.yml",
  ]

  /// The name of the public registry, unless a file gives it another one.
  private static let standard = "standard"
  /// The keys of a package that are taken over, or only say what it is.
  private static let knownKeys: Set = ["name", "version", "registry", "description", "link", "<<"]

  static func mayInclude(fileNamed name: String) -> Bool {
    name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    let documents: [YAMLNode]
    do throws(YAMLError) {
      documents = try YAMLOutline(parsing: Array(text.bytes[text.start...])).documents
    } catch {
      throw SyntaxProblems(error.fault, at: .file(text.path, line: error.line))
    }
    return documents.flatMap { root -> [ForeignStatement] in
      guard let sections = root.entries else {
        return root.isNull
          ? [] : [ForeignStatement(shown(root), line: root.line, .other(.notUnderstood))]
      }
      let names = registryNames(in: root)
      return sections.flatMap { section in
        statements(of: section.key.text ?? "", section.value, line: section.key.line, names)
      }
    }
  }

  /// Returns the names of the registries that are the public one.
  private static func registryNames(in root: YAMLNode) -> Set<String> {
    let registries = root["registries"]?.elements ?? []
    let names = registries.filter { $0["type"]?.text == standard }.map { registry in
      registry["name"]?.text ?? standard
    }
    return registries.isEmpty ? [standard] : Set(names)
  }

  /// Returns the statements of a section, whose key is on `line`.
  private static func statements(
    of key: String, _ value: YAMLNode, line: Int, _ registries: Set<String>
  ) -> [ForeignStatement] {
    func other(_ reason: ImportRemark.Reason) -> [ForeignStatement] {
      let text = key.isEmpty ? shown(value) : ForeignName.shown(key)
      return [ForeignStatement(text, line: line, .other(reason))]
    }
    switch key {
    case "packages", "registries":
      guard let items = value.elements else { return value.isNull ? [] : other(.notUnderstood) }
      return items.flatMap { item -> [ForeignStatement] in
        let contents =
          key == "packages" ? [package(item, registries)] : [registry(item)].compactMap(\.self)
        return contents.map { ForeignStatement(shown(item), line: item.line, $0) }
      }
    case "import_dir":
      let paths = (value.text.map { ["\($0)/*.yaml", "\($0)/*.yml"] } ?? [])
        .compactMap(ForeignPath.init)
      if paths.isEmpty { return other(.notUnderstood) }
      let text = "import_dir: \(ForeignName.shown(value.text ?? ""))"
      return [ForeignStatement(text, line: line, .include(paths, groups: []))]
    case "checksum": return other(.noCounterpart(key))
    default: return other(.notUnderstood)
    }
  }

  /// Returns the content of a registry, or `nil` for the public one.
  private static func registry(_ item: YAMLNode) -> ForeignStatement.Content? {
    guard let type = item["type"]?.text else { return .other(.notUnderstood) }
    return type == standard ? nil : .other(.noCounterpart("type: \(ForeignName.shown(type))"))
  }

  private static func package(
    _ item: YAMLNode, _ registries: Set<String>
  ) -> ForeignStatement.Content {
    if let path = item["import"]?.text {
      return ForeignPath(path).map { .include([$0], groups: []) }
        ?? .other(.noCounterpart("import"))
    }
    guard let name = item["name"]?.text else { return .other(.notUnderstood) }
    // Packages of other registries can mean anything.
    let registry = item["registry"]?.text ?? standard
    if !registries.contains(registry) {
      return .other(.noCounterpart("registry: \(ForeignName.shown(registry))"))
    }
    let parts = name.split(separator: "@", maxSplits: 1).map(String.init)
    guard let package = parts.first,
      let version = parts.dropFirst().first ?? item["version"]?.text
    else {
      let other = ["version_expr", "go_version_file"].first { item[$0] != nil }
      return .other(other.map { .noCounterpart($0) } ?? .notUnderstood)
    }
    guard ForeignName.isName(package) else { return .other(.notAName) }
    guard let repository = RepositoryPackage(package) else {
      return .other(.noCounterpart(package))
    }
    let keys = item.entries?.compactMap(\.key.text) ?? []
    let others = Set(keys).subtracting(knownKeys).sorted().map(ForeignName.shown)
    let remarks: [ImportRemark.Reason] = others.isEmpty ? [] : [.options(others)]
    return .tool(repository.tool(.exact(version), remarks: remarks))
  }

  // MARK: - Texts

  /// Returns an element as messages show it.
  private static func shown(_ node: YAMLNode) -> String {
    let version = node["version"]?.text.map { "@\($0)" } ?? ""
    if let name = node["name"]?.text { return ForeignName.shown(name + version) }
    if let path = node["import"]?.text { return "import: \(ForeignName.shown(path))" }
    let key = node.entries?.first?.key.text
    return key.map { "\(ForeignName.shown($0)): …" } ?? ForeignName.hidden
  }
}

extension YAMLError {
  /// The fault for messages.
  fileprivate var fault: SyntaxFault {
    switch self {
    case .tooDeep: .nestedTooDeep(limit: YAMLLimits().depth)
    case .tooManyNodes: .tooManyValues(limit: YAMLLimits().nodeCount)
    case .tooLong(let size): .tooLarge(limit: YAMLLimits().byteCount, size: size)
    case .malformed, .unknownAlias, .ambiguousKey, .tag, .notOneDocument, .outOfMemory: .notYAML
    }
  }

  /// The line of the fault, or 1 if it concerns the whole text.
  fileprivate var line: Int {
    switch self {
    case .malformed(let line), .tooDeep(let line), .tooManyNodes(let line),
      .unknownAlias(let line), .ambiguousKey(let line), .tag(_, let line):
      max(line, 1)
    case .tooLong, .notOneDocument, .outOfMemory: 1
    }
  }
}
