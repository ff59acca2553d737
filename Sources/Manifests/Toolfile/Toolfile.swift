package import Diagnostics
package import Filesystem
package import Versions

/// A `Toolfile`: the requirements of a project. It looks like a Gemfile but is data and never run.
///
/// ```ruby
/// platforms "linux-x64", "macos-arm64"
/// cooldown "3 days"
/// source "pypi"
///
/// tool "ruff", "~> 0.17"
///
/// group :release, optional: true do
///   tool "fastlane", "~> 2.220", gem: "fastlane"
/// end
/// ```
///
/// Reading does not depend on sources: an option that is not a general one is kept in `options`
/// for the source.
package struct Toolfile: Hashable, Sendable {
  package static let name = "Toolfile"
  package static let maximumByteCount = 1024 * 1024

  /// The path of the file as messages name it.
  package let path: String
  package let bytes: [UInt8]
  /// The platforms that the lock must cover, as written; `nil` if the file does not declare them.
  package let platforms: Located<[Platform]>?
  /// The cooldown; `nil` if the file does not set one.
  package let cooldown: Located<Cooldown>?
  /// The `source` statements in the order of the file.
  package let sources: [Source]
  /// The groups that a block or option names, in the order of the file without duplicates.
  package let groups: [Group]
  /// The tools in the order of the file, without duplicates.
  package let tools: [Tool]

  let statements: [ToolfileStatement]

  /// Parses a Toolfile.
  ///
  /// - Throws: ``SyntaxProblems`` with all faults of the text.
  package init(parsing bytes: [UInt8], path: String) throws(SyntaxProblems) {
    let reading = try ToolfileAnalysis(bytes, path: path)
    let problems = reading.problems
    if !problems.isEmpty { throw SyntaxProblems(inOrder: problems) }
    let reader = reading.reader
    self.path = path
    self.bytes = bytes
    platforms = reader.platforms
    cooldown = reader.cooldown
    sources = reader.sources
    groups = reader.groups
    tools = reader.tools
    statements = reading.parser.statements
  }

  /// Returns the tools and sources that can be read despite errors, so that sources can report
  /// their problems too.
  package static func readable(
    in bytes: [UInt8], path: String
  ) -> (tools: [Tool], sources: [Source]) {
    guard let reading = try? ToolfileAnalysis(bytes, path: path) else { return ([], []) }
    let readers = [reading.reader] + reading.discardedReaders
    return (readers.flatMap(\.tools), readers.flatMap(\.sources))
  }

  /// Reads the Toolfile at `file`, which messages name as `path`; `nil` if the file is missing.
  package static func read(
    at file: FilePath, named path: String
  ) throws(ManifestError) -> Toolfile? {
    try readManifest(at: file, named: path, limit: maximumByteCount) {
      (bytes) throws(SyntaxProblems) in try Toolfile(parsing: bytes, path: path)
    }
  }

  /// The declaration of a tool; `nil` if the file does not name the tool.
  package subscript(name: ToolName) -> Tool? {
    tools.first { $0.name == name }
  }
}

/// A tool option that has the same meaning for every source.
package enum ToolOption: String, CaseIterable, Sendable {
  case source, package, version, executables, groups, platforms, cooldown
}

/// A value in a Toolfile, with its place.
///
/// `Hashable` conformance is conditional, because constraining `Value` would cost a conformance
/// lookup at run time for each type of value.
package struct Located<Value: Sendable>: Sendable {
  package let value: Value
  package let origin: Origin

  /// Creates a value that is stated at `origin`.
  package init(_ value: Value, at origin: Origin) {
    self.value = value
    self.origin = origin
  }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

extension Toolfile {
  /// A `source` statement, such as `source "pypi", "https://…"`.
  package struct Source: Hashable, Sendable {
    package let name: String
    /// The address; `nil` for a source that is known by its name.
    package let address: Located<String>?
    package let options: [Option]
    package let origin: Origin
  }

  /// The source of a tool as the file specifies it.
  package struct SourceReference: Hashable, Sendable {
    package let name: String
    /// The address that a preceding `source` statement gives to this name; `nil` if there is none.
    package let address: String?
    /// The place of the tool's own `source:` option, or of the `source` statement that applies
    /// to it.
    package let origin: Origin

    /// Creates a reference; pass `nil` as `address` for the source's usual one.
    package init(name: String, address: String?, origin: Origin) {
      self.name = name
      self.address = address
      self.origin = origin
    }
  }

  /// A group of tools. Tools that are in optional groups only are installed on request.
  package struct Group: Hashable, Sendable {
    package let name: GroupName
    package let isOptional: Bool
    /// The place where the group is named first.
    package let origin: Origin
  }

  /// A `tool` statement, such as `tool "ruff", "~> 0.17"`.
  package struct Tool: Hashable, Sendable {
    package let name: ToolName
    /// The place of the statement.
    package let origin: Origin
    /// The requirement. Its place is that of the first text, or of the statement if there is none.
    package let requirement: Located<Requirement>
    /// The source; `nil` for the user's default.
    package let source: SourceReference?
    /// The name of the package in the source; `nil` if it is the name of the tool.
    package let package: Located<String>?
    /// The executables that the tool provides; `nil` to derive them from the artifact.
    package let executables: Located<[Executable]>?
    /// The groups in the order of the file, without duplicates; at least one.
    package let groups: [GroupName]
    /// The platforms to which `platforms:` and `on` limit the tool; `nil` for all.
    package let platforms: [Platform]?
    /// The cooldown; `nil` for the one of the file.
    package let cooldown: Located<Cooldown>?
    /// All other options in the order of the file, which the source accepts or refuses.
    package let options: [Option]
  }

  /// An executable that the tool must provide.
  package struct Executable: Hashable, Sendable {
    package let name: ExecutableName
    /// The path in the artifact; `nil` for the usual place in an artifact of its kind.
    package let path: ArtifactPath?

    /// Creates an executable; omit `path` for the usual place in the artifact.
    package init(_ name: ExecutableName, path: ArtifactPath? = nil) {
      self.name = name
      self.path = path
    }
  }

  /// An option written as `key: value`.
  package struct Option: Hashable, Sendable {
    package let key: String
    package let value: Value
    /// The place of the key.
    package let origin: Origin
  }

  /// The value of an option.
  package indirect enum Value: Hashable, Sendable {
    case string(String)
    case symbol(String)
    case integer(Int)
    case boolean(Bool)
    case array([Value])
    /// The entries in the order of the file.
    case map([MapEntry])
  }

  /// An entry of a map.
  package struct MapEntry: Hashable, Sendable {
    package let key: String
    package let value: Value
  }

  /// Returns whether `tool` is in optional groups only.
  package func isOptional(_ tool: Tool) -> Bool {
    tool.groups.allSatisfy { name in groups.contains { $0.name == name && $0.isOptional } }
  }
}

extension Toolfile.Value: CustomStringConvertible {
  /// The value as one word, as a lock spells it: strings and symbols bare, list elements joined
  /// by commas.
  package var description: String {
    switch self {
    case .string(let text), .symbol(let text): text
    case .integer(let number): String(number)
    case .boolean(let isTrue): String(isTrue)
    case .array(let values): values.map(\.nested).joined(separator: ",")
    case .map(let entries): entries.map { "\($0.key):\($0.value.nested)" }.joined(separator: ",")
    }
  }

  /// The value within a list, in brackets or quotes if it would otherwise be ambiguous.
  private var nested: String {
    switch self {
    case .array: "[\(description)]"
    case .map: "{\(description)}"
    case .string(let text) where text.isEmpty || text.contains(where: { ",:[]{}\"".contains($0) }):
      "\"" + text.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
    default: description
    }
  }
}

extension Toolfile.Value {
  init(_ value: ToolfileValue) {
    self =
      switch value.content {
      case .string(let text): .string(text)
      case .symbol(let name): .symbol(name)
      case .integer(let number): .integer(number)
      case .boolean(let isTrue): .boolean(isTrue)
      case .array(let values): .array(values.map(Self.init))
      case .map(let entries):
        .map(entries.map { Toolfile.MapEntry(key: $0.key.name, value: Self($0.value)) })
      }
  }
}
