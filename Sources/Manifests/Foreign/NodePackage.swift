internal import Diagnostics
internal import Versions

/// The file `package.json`: the versions of Node.js and of the package manager that an npm package
/// needs. Its dependencies are not tools.
enum NodePackage {
  /// The objects whose members are tools: npm's own, and that of the version manager Volta.
  private static let objects: Set = ["engines", "volta"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    try JSONMembers(text).members.compactMap { member in
      let shown = "\(member.path.joined(separator: ".")): \(member.value)"
      if member.path == ["packageManager"] {
        return ForeignStatement(shown, line: member.line, manager(member.value))
      }
      guard member.path.count == 2, objects.contains(member.path[0]) else { return nil }
      return ForeignStatement(shown, line: member.line, tool(member.path[1], member.value))
    }
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
