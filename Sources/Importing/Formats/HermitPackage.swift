internal import Diagnostics
internal import Manifests

/// The links of Hermit in a folder `bin`, whose names state a package and its version:
/// `.go-1.22.1.pkg`, or `.rust@nightly.pkg` for a channel.
enum HermitPackage: ForeignFormat {
  static let paths: [ForeignPath] = ["bin/.*.pkg"]
  static let isNameOnly = true

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    let name = text.path.split(separator: "/").last.map(String.init) ?? text.path
    let ending = ".pkg"
    guard name.hasPrefix("."), name.hasSuffix(ending), name.utf8.count > ending.utf8.count else {
      return []
    }
    let package = String(name.dropFirst().dropLast(ending.count))
    return [
      ForeignStatement(
        ForeignName.shown(package), line: nil,
        ForeignName.isReference(package) ? content(of: package) : .other(.notAName))
    ]
  }

  private static func content(of package: String) -> ForeignStatement.Content {
    if let at = package.lastIndex(of: "@") {
      let channel = package[package.index(after: at)...]
      return .tool(ForeignTool(String(package[..<at]), .prefix(String(channel))))
    }
    for index in package.indices where package[index] == "-" {
      let version = package[package.index(after: index)...]
      if index > package.startIndex, version.first?.isNumber ?? false {
        // The name of a link has `_` for `+`.
        let release = String(version.map { $0 == "_" ? "+" : $0 })
        return .tool(ForeignTool(String(package[..<index]), .exact(release)))
      }
    }
    return .other(.notUnderstood)
  }
}
