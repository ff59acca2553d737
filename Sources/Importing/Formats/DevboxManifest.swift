internal import Diagnostics
internal import Manifests

/// The file `devbox.json` of Devbox, whose `packages` are names of Nix with their versions.
enum DevboxManifest: ForeignFormat {
  static let paths: [ForeignPath] = ["devbox.json"]

  /// The members that only describe the file.
  private static let descriptions: Set = ["$schema", "name", "description"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    let members = try JSONMembers(text, depth: 5, isRelaxed: true).members
    return members.indices.compactMap { index in
      let member = members[index]
      if descriptions.contains(member.path[0]) { return nil }
      let parts = members[(index + 1)...].prefix { $0.path.count > member.path.count }
      return content(of: member, parts).map(member.statement)
    }
  }

  /// Returns the content of a member, or `nil` if it is a part of another entry.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - parts: The members in it.
  private static func content(
    of member: JSONMembers.Member, _ parts: ArraySlice<JSONMembers.Member>
  ) -> ForeignStatement.Content? {
    guard member.path[0] == "packages" else {
      return member.path.count == 1
        ? .other(.noCounterpart(ForeignName.shown(member.path[0]))) : nil
    }
    switch member.path.dropFirst() {
    case []: return member.isComposite ? nil : .other(.notUnderstood)
    case ["", ""]: return member.value.map(package) ?? .other(.notUnderstood)
    case let path where path.count == 1:
      if member.text == "{…}" { return package(member.path[1], parts) }
      return member.value.map { tool(member.path[1], $0) } ?? .other(.notUnderstood)
    default: return nil
    }
  }

  /// Returns the content of `go@1.22`, `runx:owner/name@v1`, or a name alone.
  private static func package(_ text: String) -> ForeignStatement.Content {
    let parts = text.split(separator: "@", maxSplits: 1).map(String.init)
    guard let name = parts.first else { return .other(.notUnderstood) }
    return tool(name, parts.count > 1 ? parts[1] : "latest")
  }

  /// Returns the content of a package whose value is an object with these members.
  private static func package(
    _ text: String, _ members: ArraySlice<JSONMembers.Member>
  ) -> ForeignStatement.Content {
    let version = members.first { $0.path.count == 3 && $0.path[2] == "version" }
    if let version, version.value == nil { return .other(.notUnderstood) }
    let content = version?.value.map { tool(text, $0) } ?? package(text)
    guard case .tool(var tool) = content else { return content }
    func values(_ name: String) -> [String] {
      members.filter { $0.path.count == 5 && $0.path[2] == name }.compactMap(\.value)
    }
    let (needed, excluded) = (values("platforms"), values("excluded_platforms"))
    var understood: Set = ["version"]
    if !needed.isEmpty {
      tool.platforms = PlatformLimit(to: needed)
      understood.insert("platforms")
    } else if !excluded.isEmpty {
      tool.platforms = PlatformLimit(excluding: excluded)
      understood.insert("excluded_platforms")
    }
    let others = members.filter { $0.path.count == 3 && !understood.contains($0.path[2]) }
    let names = others.map { ForeignName.shown($0.path[2]) }
    return .tool(names.isEmpty ? tool : tool.adding([.options(names)]))
  }

  private static func tool(_ name: String, _ version: String) -> ForeignStatement.Content {
    let words = name.split(separator: ":", maxSplits: 1).map(String.init)
    if words.count == 2, words[0] != "runx" {
      return .other(.noCounterpart("\(ForeignName.shown(words[0])):"))
    }
    if !ForeignName.isName(name) { return .other(.notAName) }
    if words.count == 2 {
      guard let package = RepositoryPackage(words[1]) else { return .other(.notAName) }
      return .tool(package.tool(.prefix(version)))
    }
    var tool = ForeignTool(name, .prefix(version))
    tool.line = NamedLine(name)
    return .tool(tool)
  }
}
