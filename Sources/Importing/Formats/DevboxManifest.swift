internal import Diagnostics
internal import Manifests

/// The file `devbox.json` of Devbox, whose `packages` are names of Nix with their versions.
enum DevboxManifest: ForeignFormat {
  static let paths: [ForeignPath] = ["devbox.json"]

  /// The members that only describe the file.
  private static let descriptions: Set = ["$schema", "name", "description"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    let members = try JSONMembers(text, depth: 3, isRelaxed: true).members
    var statements: [ForeignStatement] = []
    for member in members where !descriptions.contains(member.path[0]) {
      if let content = content(of: member, replacing: &statements) {
        statements.append(member.statement(content))
      }
    }
    return statements
  }

  /// Returns the content of a member, or `nil` if it is a part of another entry.
  private static func content(
    of member: JSONMembers.Member, replacing statements: inout [ForeignStatement]
  ) -> ForeignStatement.Content? {
    guard member.path[0] == "packages" else {
      return member.path.count == 1 ? .other(.noCounterpart(member.path[0])) : nil
    }
    switch member.path.dropFirst() {
    case []: return member.text == "{…}" || member.text == "[…]" ? nil : .other(.notUnderstood)
    case ["", ""]: return member.value.map(package) ?? .other(.notUnderstood)
    case let path where path.count == 1:
      let name = member.path[1]
      // The version may be a member of an object.
      if member.text == "{…}" { return package(name) }
      return member.value.map { tool(name, $0) } ?? .other(.notUnderstood)
    case let path where path.count == 2:
      guard let last = statements.popLast() else { return nil }
      let name = member.path[1]
      var content = last.content
      if member.path[2] == "version", let version = member.value {
        content = tool(name, version)
        if case .tool(let new) = content, case .tool(let old) = last.content {
          content = .tool(new.adding(old.remarks))
        }
      } else if case .tool(let tool) = content {
        content = .tool(tool.adding([.options([member.path[2]])]))
      }
      statements.append(ForeignStatement(last.text, line: last.line, content))
      return nil
    default: return nil
    }
  }

  /// Returns the content of `go@1.22`, `runx:owner/name@v1`, or a name alone.
  private static func package(_ text: String) -> ForeignStatement.Content {
    let parts = text.split(separator: "@", maxSplits: 1).map(String.init)
    guard let name = parts.first else { return .other(.notUnderstood) }
    return tool(name, parts.count > 1 ? parts[1] : "latest")
  }

  private static func tool(_ name: String, _ version: String) -> ForeignStatement.Content {
    let words = name.split(separator: ":", maxSplits: 1).map(String.init)
    if words.count == 2 {
      guard words[0] == "runx", let package = RepositoryPackage(words[1]) else {
        return .other(.noCounterpart("\(words[0]):"))
      }
      return .tool(package.tool(.prefix(version)))
    }
    // Nix has attributes such as `nodejs_20` and `go_1_22` for lines of versions.
    let parts = name.split(separator: "_").map(String.init)
    if version == "latest", parts.count > 1,
      parts.dropFirst().allSatisfy({ $0.allSatisfy(\.isNumber) })
    {
      return .tool(ForeignTool(parts[0], .prefix(parts.dropFirst().joined(separator: "."))))
    }
    return .tool(ForeignTool(name, .prefix(version)))
  }
}
