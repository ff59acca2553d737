internal import Diagnostics
internal import Manifests

/// The manifest of mise, whose table `tools` has a version for each tool.
enum MiseManifest: ForeignFormat {
  // The files that only apply to one machine come last.
  static let paths: [ForeignPath] = [
    "mise.toml", ".mise.toml", ".mise/config.toml", "mise/config.toml", ".config/mise.toml",
    ".config/mise/config.toml", ".mise/conf.d/*.toml", "mise/conf.d/*.toml",
    ".config/mise/conf.d/*.toml", "mise.local.toml", ".mise.local.toml", ".mise/config.local.toml",
    "mise/config.local.toml", ".config/mise.local.toml", ".config/mise/config.local.toml",
  ]
  // Each has the name of an environment, which the variable `MISE_ENV` selects.
  static let optionalPaths: [ForeignPath] = [
    "mise.*.toml", ".mise.*.toml", ".mise/config.*.toml", "mise/config.*.toml",
    ".config/mise.*.toml", ".config/mise/config.*.toml",
  ]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    let sections = try TOMLSections(text).sections
    let reader = MiseTools(aliases: MiseAliases(in: sections))
    return sections.flatMap(reader.statements)
  }

  /// The backends that take a tool from a package of another package manager.
  private static let packageBackends: Set = ["cargo", "gem", "go", "npm", "pipx", "spm"]

  /// Returns the request that a mise tool and its version make.
  ///
  /// - Parameters:
  ///   - key: The name of the tool, perhaps with options: `ubi:owner/name[exe=tool]`.
  ///   - version: The version.
  ///   - options: The options beside the version.
  static func content(
    of key: String, _ version: ForeignVersion, _ options: MiseOptions = MiseOptions()
  ) -> ForeignStatement.Content {
    if version.text == "system" { return .other(.system(ForeignName.shown(key))) }
    let parts = key.split(separator: "[", maxSplits: 1)
    let text = parts.first ?? key[...]
    if !ForeignName.isName(text) { return .other(.notAName) }
    let options = parts.count == 2 ? options.adding(list: parts[1].dropLast()) : options
    let words = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard let name = words.last else { return .other(.notUnderstood) }
    let backend = words.count == 2 ? words[0] : "core"
    switch backend {
    case "core", "asdf", "vfox":
      // A plugin with slashes in its name is a repository of scripts.
      if name.contains("/") { return .other(.noCounterpart("\(backend):")) }
      return .tool(options.applied(to: ForeignTool(name, version)))
    case "ubi", "github", "aqua":
      guard let package = RepositoryPackage(name) else {
        return .other(.noCounterpart(String(text)))
      }
      return .tool(options.applied(to: package.tool(version, named: options.program)))
    default:
      guard packageBackends.contains(backend) else {
        return .other(.noCounterpart("\(backend):"))
      }
      return .tool(options.applied(to: PackageReference(name, in: backend).tool(version)))
    }
  }
}

/// Reads the tools in the tables of a manifest of mise.
private struct MiseTools {
  let aliases: MiseAliases

  /// Returns the statements of a table.
  func statements(of table: TOMLSections.Section) -> [ForeignStatement] {
    guard let header = table.header else { return table.entries.flatMap(statements) }
    if table.path[0] == "tools" {
      return table.path.count == 1
        ? table.entries.map { tool($0.path[1], $0) } : [tool(of: table)]
    }
    if MiseAliases.tables.contains(table.path[0]), table.entries.allSatisfy(aliases.areUsed) {
      return []
    }
    return [header.statement(.noCounterpart(ForeignName.shown(table.path[0])))]
  }

  /// Returns the statements of an entry outside of a table.
  private func statements(of entry: TOMLEntries.Entry) -> [ForeignStatement] {
    guard entry.path[0] == "tools" else {
      if MiseAliases.tables.contains(entry.path[0]), aliases.areUsed(by: entry) { return [] }
      return [entry.statement(.noCounterpart(ForeignName.shown(entry.path[0])))]
    }
    if entry.path.count > 1 { return [tool(entry.path[1], entry)] }
    guard case .table(let members)? = entry.value else { return [entry.statement(.notUnderstood)] }
    return members.map { member in
      let key = member.key.map(ForeignName.shown).joined(separator: ".")
      return ForeignStatement(
        "\(key) = \(member.value.outline)", line: entry.line,
        member.key.count == 1 ? content(of: member.key[0], member.value) : .other(.notUnderstood))
    }
  }

  /// Returns the statement of `node = "20"`, or of `node.version = "20"`.
  private func tool(_ name: String, _ entry: TOMLEntries.Entry) -> ForeignStatement {
    let isVersion = entry.path.count == 2 || entry.path.dropFirst(2) == ["version"]
    guard let value = entry.value, isVersion else {
      let words = entry.path.dropFirst(2).map(ForeignName.shown)
      return entry.statement(.noCounterpart(words.joined(separator: ".")))
    }
    return ForeignStatement(entry.outline, line: entry.line, content(of: name, value))
  }

  /// Returns the statement of a table such as `[tools.node]`.
  private func tool(of table: TOMLSections.Section) -> ForeignStatement {
    let members = table.entries.compactMap { entry in
      entry.value.map { (key: Array(entry.path.dropFirst(2)), value: $0) }
    }
    let version = table.entries.first { $0.path.dropFirst(2) == ["version"] } ?? table.header
    return ForeignStatement(
      version?.outline ?? table.path.joined(separator: "."), line: version?.line ?? 1,
      table.path.count == 2
        ? content(of: table.path[1], .table(members)) : .other(.notUnderstood))
  }

  private func content(
    of key: String, _ value: TOMLEntries.Value
  ) -> ForeignStatement.Content {
    switch value {
    case .string(let version): return content(of: key, version)
    case .array(let values):
      guard let first = values.first else { return .other(.notUnderstood) }
      let content = content(of: key, first)
      guard case .tool(var tool) = content else { return content }
      tool.otherVersions = values.dropFirst().compactMap { value in
        if case .tool(let other) = self.content(of: key, value) { other.version } else { nil }
      }
      return .tool(tool)
    case .table(let members):
      let version = members.first { $0.key == ["version"] }?.value
      guard case .string(let version)? = version else { return .other(.notUnderstood) }
      return content(of: key, version, MiseOptions(members))
    case .other: return .other(.notUnderstood)
    }
  }

  /// Returns the request that a tool and its version make, through their aliases.
  private func content(
    of key: String, _ version: String, _ options: MiseOptions = MiseOptions()
  ) -> ForeignStatement.Content {
    let resolved = aliases.resolved(key, version)
    return MiseManifest.content(of: resolved.tool, .prefix(resolved.version), options)
  }
}
