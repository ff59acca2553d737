internal import Diagnostics
internal import Manifests

/// The file `global.json` of .NET, which names the version of the SDK.
enum DotNetManifest: ForeignFormat {
  static let paths: [ForeignPath] = ["global.json"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    let members = try JSONMembers(text, isRelaxed: true).members
    return members.compactMap { member in
      let content: ForeignStatement.Content? =
        switch member.path {
        case ["sdk", "version"]:
          member.value.map { .tool(ForeignTool("dotnet", .exact($0))) } ?? .other(.notUnderstood)
        case ["sdk"]: member.text == "{…}" ? nil : .other(.notUnderstood)
        default:
          .other(.noCounterpart(ForeignName.shown(member.path[member.path[0] == "sdk" ? 1 : 0])))
        }
      // An object is left out as a whole, except the one with the version.
      if member.path.count > 1, member.path[0] != "sdk" { return nil }
      return content.map(member.statement)
    }
  }
}
