package import Filesystem
package import Manifests
package import Vocabulary

/// A rule of a definition that must be known whenever a tool runs.
package protocol ToolRule: Hashable, Sendable, CustomStringConvertible {
  /// Parses a description, or returns `nil` if `text` has another form.
  init?(line text: String)

  /// Returns the folder of the file that keeps the rules of a root.
  static func folder(in root: Root) -> RootFolder
  /// The name of that file.
  static var fileName: String { get }
}

/// The rules in the definitions of the installed tools, in a file that has one line for each:
///
/// ```
/// node NPM_CONFIG_PREFIX={packages}
/// node after npm --global
/// ```
///
/// A rehash writes the file, so running a tool reads no definitions. Only the definitions of the
/// user and of the program count. Those of a project could change what runs elsewhere.
package struct ToolRules<Rule: ToolRule>: Hashable, Sendable {
  /// The rules of each tool that has any.
  package private(set) var ofTools: [ToolName: [Rule]]

  /// Creates a list of rules.
  package init(_ ofTools: [ToolName: [Rule]] = [:]) {
    self.ofTools = ofTools.filter { !$0.value.isEmpty }
  }

  /// Parses the bytes of the file. Lines of another form are skipped.
  package init(_ bytes: [UInt8]) {
    ofTools = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let space = line.firstIndex(of: UInt8(ascii: " ")),
        let tool = ToolName(String(decoding: line[..<space], as: UTF8.self)),
        let rule = Rule(line: String(decoding: line[(space + 1)...], as: UTF8.self))
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

  /// Reads the file of a root. Without one, there are no rules.
  package static func read(in root: Root) throws(FileError) -> Self {
    let bytes = try path(in: root).contentsIfPresent(limit: 1 << 20)
    return bytes.map { Self($0) } ?? Self()
  }

  /// Writes the file of a root if the rules have changed, or removes it if there are none. The
  /// caller must sync the root before it relies on a new file.
  ///
  /// - Returns: Whether the file was written or removed.
  @discardableResult
  package func write(in root: Root) throws(FileError) -> Bool {
    if try Self.read(in: root) == self { return false }
    let path = Self.path(in: root)
    if ofTools.isEmpty {
      try path.removeFile()
      return true
    }
    try Rule.folder(in: root).makeDirectories()
    // A power failure before that sync must not lose existing rules.
    try path.replaceContents(with: bytes, isDurable: try path.linkStatus() != nil)
    return true
  }

  /// The path of the file in a root.
  package static func path(in root: Root) -> FilePath {
    Rule.folder(in: root).appending(Rule.fileName)
  }
}

/// How to use the package managers of the installed tools. Shims find these rules in their routes.
package typealias PackageRules = ToolRules<PackageRule>

extension PackageRule: ToolRule {
  package static func folder(in root: Root) -> RootFolder { root.packages }
  package static var fileName: String { ".rules" }
}

/// What the files of other version managers call the installed tools and their versions. The routes
/// of shims contain the names.
package typealias GuestRules = ToolRules<GuestRule>

extension GuestRule: ToolRule {
  package static func folder(in root: Root) -> RootFolder { root.shims }
  package static var fileName: String { ".guests" }
}

extension GuestRules {
  /// Returns the names of a tool in the files of other version managers, other than its own.
  package func names(of tool: ToolName) -> [ToolName] {
    (ofTools[tool] ?? []).compactMap(\.name).filter { $0 != tool }
  }

  /// Returns the installed tools with another name that the files of other version managers call
  /// `name`, sorted.
  package func installedTools(named name: ToolName) -> [ToolName] {
    ofTools.keys.filter { names(of: $0).contains(name) }.sorted()
  }
}
