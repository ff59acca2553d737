internal import Diagnostics

/// A package of another package manager, which may contain a tool that a registry defines.
struct PackageReference {
  /// The source, such as `npm` or `go`.
  let source: String
  /// The package. An address of a repository has the form `github.com/owner/name`, and the path of
  /// a Go program has no major version.
  let package: String
  /// The name of the tool: the last part of the text.
  let tool: String
  /// The text.
  let text: String

  /// The sources in which a package with two parts is a repository on GitHub.
  private static let repositorySources: Set = ["mint", "pipx", "spm"]

  /// Reads `@owner/name`, `example.org/name/v2/cmd/tool`, an address, or a plain name.
  init(_ text: String, in source: String) {
    self.source = source
    self.text = text
    var path = text[...]
    for prefix in ["git+", "https://", "http://", "ssh://", "git@"] where path.hasPrefix(prefix) {
      path = path.dropFirst(prefix.count)
    }
    let isAddress = path.startIndex != text.startIndex
    if isAddress, path.hasSuffix(".git") { path = path.dropLast(4) }
    var parts = path.split { $0 == "/" || isAddress && $0 == ":" }.map(String.init)
    if source == "go" { parts.removeAll(where: Self.isMajorVersion) }
    tool = parts.last ?? text
    if Self.repositorySources.contains(source), !isAddress, parts.count == 2 {
      package = "\(ForeignTool.Package.site)\(parts.joined(separator: "/"))"
    } else {
      package = isAddress || source == "go" ? parts.joined(separator: "/") : text
    }
  }

  /// Returns whether part of a path of Go only states a major version: `v2`.
  private static func isMajorVersion(_ part: String) -> Bool {
    guard part.first == "v", let number = Int(part.dropFirst()) else { return false }
    return number > 1 && part == "v\(number)"
  }

  /// Returns the tool in the package.
  func tool(
    _ version: ForeignVersion, keeper: PackageKeeper? = nil, remarks: [ImportRemark.Reason] = []
  ) -> ForeignTool {
    ForeignTool(
      tool, version, package: .init(source: source, name: package), keeper: keeper,
      keptName: text, remarks: remarks)
  }
}
