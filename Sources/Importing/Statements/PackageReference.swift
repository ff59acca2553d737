internal import Diagnostics

/// A package of another package manager, which may contain a tool that a registry defines.
struct PackageReference {
  /// The source, such as `npm` or `go`.
  let source: String
  /// The package, or the repository on GitHub that a path of Go or an address contains.
  let package: String
  /// The name of the tool: the last part of the text.
  let tool: String

  /// Reads `@owner/name`, `github.com/owner/name/v2/cmd/tool`, an address, or a plain name.
  init(_ text: String, in source: String) {
    self.source = source
    var path = text[...]
    for prefix in ["https://", "http://", "git@", "@"] where path.hasPrefix(prefix) {
      path = path.dropFirst(prefix.count)
    }
    if path.hasSuffix(".git") { path = path.dropLast(4) }
    var parts = path.split { $0 == "/" || $0 == ":" }.map(String.init)
    if parts.first == "github.com" { parts.removeFirst() }
    let names = parts.filter { !Self.isMajorVersion($0) }
    tool = names.last ?? text
    package = parts.count < 2 ? text : parts.prefix(2).joined(separator: "/")
  }

  /// Returns whether part of a path of Go only states a major version: `v2`.
  private static func isMajorVersion(_ part: String) -> Bool {
    part.count > 1 && part.first == "v" && part.dropFirst().allSatisfy(\.isNumber)
  }

  /// Returns the tool in the package.
  func tool(
    _ version: ForeignVersion, keeper: PackageKeeper? = nil, remarks: [ImportRemark.Reason] = []
  ) -> ForeignTool {
    ForeignTool(
      tool, version, package: .init(source: source, name: package), keeper: keeper,
      remarks: remarks)
  }
}
