internal import Diagnostics
internal import Manifests
internal import Versions

/// The file `package.json`: the versions of Node.js and of the package manager that an npm package
/// needs. Its dependencies are not tools.
enum NodePackage {
  /// The objects whose members are tools: npm's own, and that of the version manager Volta.
  private static let objects: Set = ["engines", "volta"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    try JSONMembers(text).members.compactMap { member in
      content(of: member).map {
        let shown = "\(member.path.joined(separator: ".")): \(member.text)"
        return ForeignStatement(shown, line: member.line, $0)
      }
    }
  }

  /// Returns what a member asks for, or `nil` if it is not about tools.
  private static func content(of member: JSONMembers.Member) -> ForeignStatement.Content? {
    let name = member.path[0]
    if member.path.count == 1 {
      if name == "devEngines" { return .other(.noCounterpart(name)) }
      if name == "packageManager" { return member.value.map(manager) ?? .other(.notUnderstood) }
      return objects.contains(name) && member.text != "{…}" ? .other(.notUnderstood) : nil
    }
    guard objects.contains(name) else { return nil }
    return member.value.map { tool(member.path[1], $0) } ?? .other(.notUnderstood)
  }

  /// Returns the content of `pnpm@9.1.0+sha512.…`, of which the part after `+` is a digest.
  private static func manager(_ value: String) -> ForeignStatement.Content {
    let parts = value.split(separator: "@", maxSplits: 1)
    guard parts.count == 2, let version = parts[1].split(separator: "+").first else {
      return .other(.notUnderstood)
    }
    return tool(String(parts[0]), String(version))
  }

  private static func tool(_ name: String, _ requirement: String) -> ForeignStatement.Content {
    Requirement(translating: requirement, bare: .prefix).map { .tool(ForeignTool(name, $0)) }
      ?? .other(.requirement(requirement))
  }
}
