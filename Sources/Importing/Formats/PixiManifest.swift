internal import Diagnostics
internal import Manifests
internal import Vocabulary

/// The manifest of pixi, whose dependencies are packages of conda and of Python. Most are
/// libraries, which stay with pixi.
enum PixiManifest: ForeignFormat {
  static let paths: [ForeignPath] = ["pixi.toml", "pyproject.toml"]

  /// The table of pixi in a `pyproject.toml`.
  private static let table = ["tool", "pixi"]
  /// The tables that only describe the project.
  private static let descriptions: Set = ["workspace", "project", "package"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    var sections = try TOMLSections(text).sections
    if text.path.hasSuffix("pyproject.toml") { sections = sections.compactMap { $0.below(table) } }
    return sections.flatMap { section -> [ForeignStatement] in
      let statements = section.entries.flatMap(statements)
      guard let header = section.header else { return statements }
      if let table = PixiDependencies(section.path) {
        // `[dependencies.python]`
        let isEmpty = statements.isEmpty && section.path.count > table.path.count
        return isEmpty ? [header.statement(.notUnderstood)] : statements
      }
      let isEntry = !descriptions.contains(section.path[0]) && statements.isEmpty
      return (isEntry ? [header.statement(.noCounterpart(ForeignName.shown(section.path[0])))] : [])
        + statements
    }
  }

  /// Returns the statements of an entry. An entry outside of the dependencies belongs to its
  /// section, if it has one.
  private static func statements(of entry: TOMLEntries.Entry) -> [ForeignStatement] {
    guard let table = PixiDependencies(entry.path) else {
      return entry.path.count == 1 || entry.path.last == PixiDependencies.extras
        ? [entry.statement(.noCounterpart(ForeignName.shown(entry.path[0])))] : []
    }
    func statement(
      _ name: String, _ value: TOMLEntries.Value?, _ text: String? = nil
    ) -> ForeignStatement {
      ForeignStatement(
        text ?? entry.outline, line: entry.line,
        value.map { table.content(of: name, $0) } ?? .other(.notUnderstood))
    }
    switch entry.path.count - table.path.count {
    case 0:
      guard case .table(let members)? = entry.value else { return [statement("", nil)] }
      return members.map { key, value in
        statement(
          key[0], key.count == 1 ? value : nil,
          "\(key.map(ForeignName.shown).joined(separator: ".")) = \(value.outline)")
      }
    case 1: return [statement(entry.path[table.path.count], entry.value)]
    // `python.version = "3.12"`
    case 2 where entry.path.last == "version":
      return [statement(entry.path[table.path.count], entry.value)]
    default: return []
    }
  }
}

/// A table of dependencies in a manifest of pixi.
private struct PixiDependencies {
  /// The table of the extras of a package, which are named tables of dependencies.
  static let extras = "extra-dependencies"

  /// The keys of the table, such as `feature`, `lint`, `dependencies`.
  let path: [String]
  /// The feature or extra whose dependencies these are, or `nil` if there is none.
  private let group: GroupName?
  /// Whether the dependencies are only for some platforms.
  private let isTarget: Bool

  /// The names of tables of dependencies.
  private static let names: Set = [
    "dependencies", "host-dependencies", "build-dependencies", "run-dependencies",
    "pypi-dependencies",
  ]

  /// Returns the table of dependencies that a path of keys leads to or through, or `nil` if there
  /// is none. The table is at the root or in `package`, or there in `feature.NAME` or
  /// `target.NAME`, which may be nested in each other.
  init?(_ keys: [String]) {
    var index = keys.first == "package" ? 1 : 0
    /// The names of the surrounding tables, by kind.
    var outer: [String: String] = [:]
    while index + 1 < keys.count, ["feature", "target"].contains(keys[index]) {
      if outer[keys[index]] == nil { outer[keys[index]] = keys[index + 1] }
      index += 2
    }
    guard index < keys.count else { return nil }
    if keys[index] == Self.extras {
      index += 1
      guard index < keys.count else { return nil }
      outer["feature"] = keys[index]
    } else if !Self.names.contains(keys[index]) {
      return nil
    }
    path = Array(keys[...index])
    group = outer["feature"].flatMap { GroupName($0) }
    isTarget = outer["target"] != nil
  }

  /// The keys of a dependency that comes from somewhere else than an index.
  private static let otherOrigins: Set = ["git", "path", "url"]

  /// Returns the content of a dependency.
  func content(of name: String, _ value: TOMLEntries.Value) -> ForeignStatement.Content {
    if !ForeignName.isName(name) { return .other(.notAName) }
    var version = value.version
    var otherOrigin: String?
    if case .table(let members) = value, version == nil {
      otherOrigin = members.lazy.map { $0.key.joined() }.first(where: Self.otherOrigins.contains)
      version = otherOrigin.map { _ in "*" }
    }
    guard let version else { return .other(.notUnderstood) }
    if isTarget { return .other(.condition("[\(path.joined(separator: "."))]")) }
    let isPython = path.last == "pypi-dependencies"
    return .tool(
      ForeignTool(
        name, ForeignVersion(releaseOrRange: version),
        package: isPython ? .init(source: "pypi", name: name) : nil,
        groups: group.map { [$0] } ?? [], keeper: .pixi, otherOrigin: otherOrigin))
  }
}
