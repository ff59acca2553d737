package import Filesystem
package import Manifests
package import Vocabulary

/// What the definitions of installed tools state about their package managers: the file
/// `packages/.rules`, which has one line for each rule.
///
/// ```
/// node NPM_CONFIG_PREFIX={packages}
/// node after npm --global
/// ```
///
/// Shims find the same rules in their routes. The definitions of the user and of the program state
/// them, never those of a project, which could otherwise set any variable.
package struct PackageRules: Hashable, Sendable {
  /// The rules of each tool that has a package manager.
  package private(set) var ofTools: [ToolName: [PackageRule]]

  /// Creates a list of rules.
  package init(_ ofTools: [ToolName: [PackageRule]] = [:]) {
    self.ofTools = ofTools.filter { !$0.value.isEmpty }
  }

  /// Parses the bytes of the file. Lines of another form are skipped.
  package init(_ bytes: [UInt8]) {
    ofTools = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let space = line.firstIndex(of: UInt8(ascii: " ")),
        let tool = ToolName(String(decoding: line[..<space], as: UTF8.self)),
        let rule = PackageRule(line: String(decoding: line[(space + 1)...], as: UTF8.self))
      else { continue }
      ofTools[tool, default: []].append(rule)
    }
  }

  /// The bytes of the file.
  package var bytes: [UInt8] {
    Array(
      ofTools.sorted { $0.key < $1.key }.flatMap { tool, rules in
        rules.map { "\(tool) \($0)\n" }
      }.joined().utf8)
  }

  /// Reads the file of a root. Without one, no tool has packages.
  package static func read(in root: Root) throws(FileError) -> PackageRules {
    let bytes = try path(in: root).contentsIfPresent(limit: 1 << 20)
    return bytes.map { PackageRules($0) } ?? PackageRules()
  }

  /// Writes the file of a root if it changes. Without rules, removes it.
  package func write(in root: Root) throws(FileError) {
    if try Self.read(in: root) == self { return }
    let path = Self.path(in: root)
    if ofTools.isEmpty { return try path.removeFile() }
    try root.packages.makeDirectories()
    try path.replaceContents(with: bytes, isDurable: true)
  }

  /// The path of the file in a root.
  package static func path(in root: Root) -> FilePath { root.packages.appending(".rules") }
}
