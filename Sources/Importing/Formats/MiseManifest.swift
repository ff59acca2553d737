internal import Diagnostics
internal import Manifests

/// The manifest of mise, whose table `tools` has a version for each tool.
enum MiseManifest: ForeignFormat {
  // The files that only apply to one machine come last.
  static let paths: [ForeignPath] = [
    "mise.toml", ".mise.toml", ".mise/config.toml", "mise/config.toml", ".config/mise.toml",
    ".config/mise/config.toml", "mise.local.toml", ".mise.local.toml",
  ]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    try TOMLSections(text).sections.flatMap { table -> [ForeignStatement] in
      if table.path.first != "tools" {
        if let header = table.header { return [header.statement(.noCounterpart(table.path[0]))] }
        return table.entries.flatMap(statements)
      }
      if table.path.count == 1 { return table.entries.map { tool($0.path[1], $0) } }
      return [tool(of: table)]
    }
  }

  /// Returns the statements of an entry outside of a table.
  private static func statements(of entry: TOMLEntries.Entry) -> [ForeignStatement] {
    guard entry.path[0] == "tools" else {
      return [entry.statement(.noCounterpart(entry.path[0]))]
    }
    if entry.path.count > 1 { return [tool(entry.path[1], entry)] }
    guard case .table(let members)? = entry.value else { return [entry.statement(.notUnderstood)] }
    return members.map { member in
      ForeignStatement(
        entry.firstLine, line: entry.line,
        member.key.count == 1 ? content(of: member.key[0], member.value) : .other(.notUnderstood))
    }
  }

  // MARK: - Tools

  /// Returns the statement of `node = "20"`, or of `node.version = "20"`.
  private static func tool(_ name: String, _ entry: TOMLEntries.Entry) -> ForeignStatement {
    let isVersion = entry.path.count == 2 || entry.path.dropFirst(2) == ["version"]
    guard let value = entry.value, isVersion else {
      return entry.statement(.noCounterpart(entry.path.dropFirst(2).joined(separator: ".")))
    }
    return ForeignStatement(entry.firstLine, line: entry.line, content(of: name, value))
  }

  /// Returns the statement of a table such as `[tools.node]`.
  private static func tool(of table: TOMLSections.Section) -> ForeignStatement {
    let members = table.entries.compactMap { entry in
      entry.value.map { (key: Array(entry.path.dropFirst(2)), value: $0) }
    }
    let version = table.entries.first { $0.path.dropFirst(2) == ["version"] } ?? table.header
    return ForeignStatement(
      version?.firstLine ?? table.path.joined(separator: "."), line: version?.line ?? 1,
      table.path.count == 2
        ? content(of: table.path[1], .table(members)) : .other(.notUnderstood))
  }

  private static func content(
    of key: String, _ value: TOMLEntries.Value
  ) -> ForeignStatement.Content {
    switch value {
    case .string(let version): return content(of: key, version, [])
    case .array(let values):
      guard let first = values.first else { return .other(.notUnderstood) }
      let content = content(of: key, first)
      guard values.count > 1, case .tool(let tool) = content else { return content }
      return .tool(tool.adding([.severalVersions(first: tool.version.text)]))
    case .table(let members):
      let version = members.first { $0.key == ["version"] }?.value
      guard case .string(let version)? = version else { return .other(.notUnderstood) }
      let others = members.filter { $0.key != ["version"] }.map { $0.key.joined(separator: ".") }
      return content(of: key, version, others.isEmpty ? [] : [.options(others)])
    case .other: return .other(.notUnderstood)
    }
  }

  /// The backends that take a tool from a package of another package manager.
  private static let packageBackends: Set = ["pipx", "gem", "npm", "go", "spm"]

  /// Returns the request that a mise tool and its version make.
  static func content(
    of key: String, _ version: String, _ remarks: [ImportRemark.Reason]
  ) -> ForeignStatement.Content {
    if version == "system" { return .other(.system(key)) }
    // `ubi:owner/name[exe=tool]`
    let parts = key.split(separator: "[", maxSplits: 1)
    let options = parts.count == 2 ? [String(parts[1].dropLast())] : []
    let remarks = remarks + (options.isEmpty ? [] : [.options(options)])
    let words = (parts.first ?? key[...]).split(separator: ":", maxSplits: 1).map(String.init)
    guard let name = words.last else { return .other(.notUnderstood) }
    let backend = words.count == 2 ? words[0] : "core"
    switch backend {
    case "core", "asdf", "vfox":
      // A plugin with slashes is somebody's repository of scripts.
      if name.contains("/") { return .other(.noCounterpart("\(backend):")) }
      return .tool(ForeignTool(name, .prefix(version), remarks: remarks))
    case "ubi", "github", "aqua":
      guard let package = RepositoryPackage(name) else {
        return .other(.noCounterpart("\(backend):"))
      }
      return .tool(package.tool(.prefix(version), remarks: remarks))
    default:
      guard packageBackends.contains(backend) else {
        return .other(.noCounterpart("\(backend):"))
      }
      return .tool(PackageReference(name, in: backend).tool(.prefix(version), remarks: remarks))
    }
  }
}
