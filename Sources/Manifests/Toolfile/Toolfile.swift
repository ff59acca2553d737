package import Diagnostics
package import Filesystem
package import Versions

/// `Toolfile`: what a project wants. Data in the look of a Gemfile, never run.
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
/// Independent of sources: an option that is not a general one stays in `options` for the source.
package struct Toolfile: Hashable, Sendable {
  package static let name = "Toolfile"
  package static let maximumByteCount = 1024 * 1024

  /// As messages name the file.
  package let path: String
  package let bytes: [UInt8]
  /// What the lock must cover, as written. nil: the file does not say.
  package let platforms: Located<[Platform]>?
  /// nil: the file does not say.
  package let cooldown: Located<Cooldown>?
  /// In the order of the file.
  package let sources: [Source]
  /// Those that a block or an option names, in the order of the file, each once.
  package let groups: [Group]
  /// In the order of the file; no tool twice.
  package let tools: [Tool]

  let statements: [ToolfileStatement]

  /// Throws everything that is wrong with the text at once.
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

  /// The tools and sources that can be read despite errors, so that sources report theirs as well.
  package static func readable(
    in bytes: [UInt8], path: String
  ) -> (tools: [Tool], sources: [Source]) {
    guard let reading = try? ToolfileAnalysis(bytes, path: path) else { return ([], []) }
    let readers = [reading.reader] + reading.lostReaders
    return (readers.flatMap(\.tools), readers.flatMap(\.sources))
  }

  /// Reads `file`, which messages name as `path`. nil when there is none.
  package static func read(
    at file: FilePath, named path: String
  ) throws(ManifestError) -> Toolfile? {
    try readManifest(at: file, named: path, limit: maximumByteCount) {
      (bytes) throws(SyntaxProblems) in try Toolfile(parsing: bytes, path: path)
    }
  }

  /// nil for a tool that the file does not name.
  package subscript(name: ToolName) -> Tool? {
    tools.first { $0.name == name }
  }
}

/// The tool options that mean the same for every source.
package enum ToolOption: String, CaseIterable, Sendable {
  case source, package, version, executables, groups, platforms, cooldown
}

/// Something that a Toolfile says, and where.
///
/// Hashable on condition only: a constraint would be looked up at run time for every kind of value.
package struct Located<Value: Sendable>: Sendable {
  package let value: Value
  package let origin: Origin

  package init(_ value: Value, at origin: Origin) {
    self.value = value
    self.origin = origin
  }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

extension Toolfile {
  /// `source "pypi", "https://…"`.
  package struct Source: Hashable, Sendable {
    package let name: String
    /// nil: a source that is known by its name.
    package let address: Located<String>?
    package let options: [Option]
    package let origin: Origin
  }

  /// Where a tool comes from, as the file says it.
  package struct SourceReference: Hashable, Sendable {
    package let name: String
    /// The address that a `source` statement above gives to this name.
    package let address: String?
    /// The tool's own `source:`, or the statement that holds for it.
    package let origin: Origin

    package init(name: String, address: String?, origin: Origin) {
      self.name = name
      self.address = address
      self.origin = origin
    }
  }

  /// A group, and whether tools that are in optional groups only are left out unless asked for.
  package struct Group: Hashable, Sendable {
    package let name: GroupName
    package let isOptional: Bool
    /// Where it is named first.
    package let origin: Origin
  }

  /// `tool "ruff", "~> 0.17"`.
  package struct Tool: Hashable, Sendable {
    package let name: ToolName
    /// Of the statement.
    package let origin: Origin
    /// Its origin is the first text of the requirement, or the statement where there is none.
    package let requirement: Located<Requirement>
    /// nil: the user's default.
    package let source: SourceReference?
    /// The name of it in its source. nil: the tool's.
    package let package: Located<String>?
    /// nil: as derived from the artifact.
    package let executables: Located<[Executable]>?
    /// Never empty, each once, in the order in which the file names them.
    package let groups: [GroupName]
    /// The limit that `platforms:` and `on` set. nil: wanted on every platform.
    package let platforms: [Platform]?
    /// nil: the file's.
    package let cooldown: Located<Cooldown>?
    /// Everything else, in the order of the file: the source accepts or refuses it.
    package let options: [Option]
  }

  /// A program that the tool is to provide.
  package struct Executable: Hashable, Sendable {
    package let name: ExecutableName
    /// Where it is in the artifact. nil: where the artifact's kind has programs.
    package let path: ArtifactPath?

    package init(_ name: ExecutableName, path: ArtifactPath? = nil) {
      self.name = name
      self.path = path
    }
  }

  /// `key: value`.
  package struct Option: Hashable, Sendable {
    package let key: String
    package let value: Value
    /// Of the key.
    package let origin: Origin
  }

  /// What an option can be.
  package indirect enum Value: Hashable, Sendable {
    case string(String)
    case symbol(String)
    case integer(Int)
    case boolean(Bool)
    case array([Value])
    /// In the order of the file.
    case map([MapEntry])
  }

  /// A key of a map with its value.
  package struct MapEntry: Hashable, Sendable {
    package let key: String
    package let value: Value
  }

  /// Whether `tool` is in optional groups only.
  package func isOptional(_ tool: Tool) -> Bool {
    tool.groups.allSatisfy { name in groups.contains { $0.name == name && $0.isOptional } }
  }
}

extension Toolfile.Value: CustomStringConvertible {
  /// One word for one value, as a lock spells it: strings and symbols bare, lists joined by commas.
  package var description: String {
    switch self {
    case .string(let text), .symbol(let text): text
    case .integer(let number): String(number)
    case .boolean(let isTrue): String(isTrue)
    case .array(let values): values.map(\.nested).joined(separator: ",")
    case .map(let entries): entries.map { "\($0.key):\($0.value.nested)" }.joined(separator: ",")
    }
  }

  /// Within a list: what would read as something else stands in brackets or quotes.
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
