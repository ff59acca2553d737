internal import Diagnostics
internal import Manifests
internal import Vocabulary

/// The file `package.json`: the versions of Node.js and of the package manager that an npm package
/// needs, and the packages that it depends on, some of which are tools.
enum NodePackage: ForeignFormat {
  static let paths: [ForeignPath] = ["package.json"]

  /// The objects whose members are tools: npm's own, and that of the version manager Volta.
  private static let objects: Set = ["engines", "volta"]
  /// The objects whose members are packages to install.
  private static let dependencies: Set = [
    "dependencies", "devDependencies", "optionalDependencies",
  ]
  /// The object whose members are packages that the users of this one install.
  private static let peerDependencies = "peerDependencies"

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    let members = try JSONMembers(text, depth: 5).members
    let keeper = keeper(in: members)
    var statements: [ForeignStatement] = []
    for (index, member) in members.enumerated() {
      let content =
        member.path[0] == "devEngines"
        ? engine(at: index, of: members) : content(of: member, keeper ?? .npm)
      if let content { statements.append(member.statement(content)) }
    }
    return statements
  }

  /// Returns the package manager that the file names, or `nil` if it names none.
  private static func keeper(in members: [JSONMembers.Member]) -> PackageKeeper? {
    let stated = members.first { $0.path == ["packageManager"] }?.value.map { value in
      String(value.prefix { $0 != "@" })
    }
    let managers = ["devEngines", "packageManager"]
    let preferred = members.first {
      $0.path.starts(with: managers) && $0.path.last == "name"
    }?.value
    let others = objects.sorted().reversed().flatMap { object in
      members.filter { $0.path.count == 2 && $0.path[0] == object }.map { $0.path[1] }
    }
    let keepers = ([stated, preferred].compactMap(\.self) + others)
      .compactMap { PackageKeeper(rawValue: $0) }.filter { $0.code == PackageKeeper.npm.code }
    // A version of npm is usually stated only because Node.js contains npm.
    return keepers.first { $0 != .npm } ?? keepers.first
  }

  /// Returns what a member asks for, or `nil` if it is not about tools.
  private static func content(
    of member: JSONMembers.Member, _ keeper: PackageKeeper
  ) -> ForeignStatement.Content? {
    let name = member.path[0]
    if member.path.count == 1 {
      if name == "packageManager" { return member.value.map(manager) ?? .other(.notUnderstood) }
      let isObject =
        objects.contains(name) || dependencies.contains(name) || name == peerDependencies
      return isObject && member.text != "{…}" ? .other(.notUnderstood) : nil
    }
    guard member.path.count == 2 else { return nil }
    switch name {
    case "engines", "volta":
      guard let version = member.value else { return .other(.notUnderstood) }
      if name == "volta", member.path[1] == "extends" { return .other(.noCounterpart("extends")) }
      return .tool(ForeignTool(member.path[1], ForeignVersion(releaseOrRange: version)))
    case _ where dependencies.contains(name): return dependency(member, keeper)
    case peerDependencies: return .other(.kept(ForeignName.shown(member.path[1]), by: keeper))
    default: return nil
    }
  }

  /// Returns the content of a package. Only definitions tell whether it contains a tool.
  private static func dependency(
    _ member: JSONMembers.Member, _ keeper: PackageKeeper
  ) -> ForeignStatement.Content {
    let name = member.path[1]
    if !ForeignName.isName(name) { return .other(.notAName) }
    guard let version = member.value else { return .other(.notUnderstood) }
    let dependency = NodeDependency(name, version)
    return .tool(
      ForeignTool(
        name, dependency.version, package: .init(source: "npm", name: dependency.package),
        keeper: keeper, otherOrigin: dependency.otherOrigin))
  }

  /// Returns the content of `pnpm@9.1.0+sha512.…`, of which the part after `+` is a digest.
  private static func manager(_ value: String) -> ForeignStatement.Content {
    let parts = value.split(separator: "@", maxSplits: 1)
    guard parts.count == 2, let version = parts[1].split(separator: "+").first else {
      return .other(.notUnderstood)
    }
    return .tool(ForeignTool(String(parts[0]), .prefix(String(version))))
  }

  /// Returns what an object of `devEngines` asks for, which has a name and a version. Returns `nil`
  /// for the members of such an object, and for what contains it.
  private static func engine(
    at index: Int, of members: [JSONMembers.Member]
  ) -> ForeignStatement.Content? {
    let path = members[index].path
    guard path.count == 2 || path.dropFirst(2) == ["", ""] else {
      return path.count == 1 && members[index].text != "{…}" ? .other(.notUnderstood) : nil
    }
    guard ["runtime", "packageManager"].contains(path[1]) else {
      return path.count == 2 ? .other(.noCounterpart(ForeignName.shown(path[1]))) : nil
    }
    if members[index].text == "[…]" { return nil }
    let parts = members[(index + 1)...].prefix { $0.path.count > path.count }
    func part(_ name: String) -> JSONMembers.Member? {
      parts.first { $0.path.last == name && $0.path.count == path.count + 1 }
    }
    guard let name = part("name")?.value else { return .other(.notUnderstood) }
    guard let version = part("version") else { return .tool(ForeignTool(name, .any)) }
    return version.value.map {
      .tool(ForeignTool(name, ForeignVersion(releaseOrRange: $0)))
    } ?? .other(.notUnderstood)
  }
}
