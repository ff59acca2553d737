package import Diagnostics
package import Filesystem
package import Versions
package import Vocabulary

/// A `Toolfile`, which states the requirements of a project.
///
/// It looks like a Gemfile, but is only parsed and never executed.
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
/// Parsing does not depend on sources. A tool option that is not a ``ToolOption`` is kept in
/// ``Tool/options`` for the source to interpret.
package struct Toolfile: Hashable, Sendable {
  package static let name = "Toolfile"
  package static let maximumByteCount = 1024 * 1024

  /// The path of the file as messages show it.
  package let path: String
  /// The text of the file.
  package let bytes: [UInt8]
  /// The platforms that the lock must cover, in the order of the file, or `nil` if the file does
  /// not declare any.
  package internal(set) var platforms: Located<[Platform]>?
  /// The cooldown, or `nil` if the file does not set one.
  package let cooldown: Located<Cooldown>?
  /// Whether files without a known date pass every cooldown (`cooldown "3 days", unknown: :allow`).
  package internal(set) var admitsUnknownAge: Bool
  /// The `source` statements in the order of the file.
  package let sources: [Source]
  /// The groups that a block or option names, in the order of the file, without duplicates.
  package internal(set) var groups: [Group] {
    didSet { optionalGroups = Self.optional(groups) }
  }
  /// The tools in the order of the file, without duplicates.
  package internal(set) var tools: [Tool] {
    didSet { indexOfTool = Self.indices(of: tools) }
  }
  /// The definitions of the file itself, in the order of the file, without duplicates.
  package let definitions: [Definition]
  /// The registries that the file names, in the order of the file.
  package let registries: [RegistryReference]
  /// The programs that the machine must have, in the order of the file, without duplicates.
  package let systemRequirements: [SystemRequirement]
  /// The `host` statements, in the order of the file.
  package let hostPackages: [HostPackages]
  /// The hooks in the order of the file, without duplicates.
  package let hooks: [Hook]

  /// The minimum provenance of the publisher of every tool, or `nil` if the file demands none.
  package let requiredProvenance: Located<Provenance>?
  /// The authorities whose attestations count in addition to those of the public one, in the order
  /// of the file. No issuer occurs twice.
  package let attestationRoots: [AttestationRoot]

  /// The statements as parsed, with their positions in ``bytes``.
  let statements: [ToolfileStatement]

  /// The names of the optional groups.
  private var optionalGroups: Set<GroupName>
  /// The index of each tool in ``tools``.
  private var indexOfTool: [ToolName: Int]

  /// Parses a Toolfile.
  ///
  /// - Parameters:
  ///   - bytes: The text of the file.
  ///   - path: The path of the file as messages show it.
  /// - Throws: ``SyntaxProblems`` with all syntax problems of the text.
  package init(parsing bytes: [UInt8], path: String) throws(SyntaxProblems) {
    let analysis = try ToolfileAnalysis(bytes, path: path)
    let problems = analysis.suggestedProblems
    if !problems.isEmpty { throw SyntaxProblems(inOrder: problems) }
    let reader = analysis.reader
    self.path = path
    self.bytes = bytes
    platforms = reader.platforms
    cooldown = reader.cooldown
    admitsUnknownAge = reader.admitsUnknownAge
    sources = reader.sources
    groups = reader.groups
    optionalGroups = Self.optional(reader.groups)
    tools = reader.tools
    indexOfTool = Self.indices(of: reader.tools)
    definitions = reader.definitions
    registries = reader.registries
    systemRequirements = reader.machine.systemRequirements
    hostPackages = reader.machine.hostPackages
    hooks = reader.machine.hooks
    requiredProvenance = reader.publishers.requiredProvenance
    attestationRoots = reader.publishers.roots
    statements = analysis.parser.statements
  }

  private static func optional(_ groups: [Group]) -> Set<GroupName> {
    Set(groups.filter(\.isOptional).map(\.name))
  }

  private static func indices(of tools: [Tool]) -> [ToolName: Int] {
    Dictionary(zip(tools.map(\.name), tools.indices), uniquingKeysWith: { first, _ in first })
  }

  /// Returns the tools and sources that can be read despite syntax problems, and none of a file
  /// whose merge was not finished.
  ///
  /// The caller can then report their problems together with the syntax problems.
  package static func readable(
    in bytes: [UInt8], path: String
  ) -> (tools: [Tool], sources: [Source]) {
    guard let analysis = try? ToolfileAnalysis(bytes, path: path),
      analysis.firstConflictMarker == nil
    else { return ([], []) }
    let readers = [analysis.reader] + analysis.discardedReaders
    return (readers.flatMap(\.tools), readers.flatMap(\.sources))
  }

  /// Reads a Toolfile.
  ///
  /// - Parameters:
  ///   - file: The file to read.
  ///   - path: The path of the file as messages show it.
  ///   - files: The files that the command has already read.
  /// - Returns: The Toolfile, or `nil` if the file is missing.
  /// - Throws: ``ManifestError`` if the file cannot be read, is too large, or is invalid.
  package static func read(
    at file: FilePath, named path: String, in files: ManifestFiles = ManifestFiles()
  ) throws(ManifestError) -> Toolfile? {
    try readManifest(at: file, named: path, limit: maximumByteCount, in: files) {
      (bytes) throws(SyntaxProblems) in try Toolfile(parsing: bytes, path: path)
    }
  }

  /// Reads a Toolfile. If it contains the conflict markers of a merge, reads only the statements
  /// outside the conflicts.
  ///
  /// - Parameters:
  ///   - file: The file to read.
  ///   - path: The path of the file as messages show it.
  ///   - files: The files that the command has already read.
  /// - Returns: The Toolfile, or `nil` if the file is missing.
  /// - Throws: ``ManifestError`` if the file cannot be read or is too large, or if it is invalid
  ///   even without the conflicts.
  package static func readDespiteMerge(
    at file: FilePath, named path: String, in files: ManifestFiles
  ) throws(ManifestError) -> Toolfile? {
    try readManifest(at: file, named: path, limit: maximumByteCount, in: files) {
      (bytes) throws(SyntaxProblems) in
      do throws(SyntaxProblems) {
        return try Toolfile(parsing: bytes, path: path)
      } catch {
        guard error.problems.first?.fault == .unfinishedMerge,
          let sides = try? MergeSides(of: bytes, path: path),
          let shared = try? Toolfile(parsing: sides.shared, path: path)
        else { throw error }
        return shared
      }
    }
  }

  /// Returns whether the Toolfile at `file` has conflict markers. Returns `false` if the file
  /// cannot be read.
  package static func hasConflictMarkers(at file: FilePath, in files: ManifestFiles) -> Bool {
    do throws(ManifestError) {
      _ = try read(at: file, named: name, in: files)
      return false
    } catch .syntax(let error) {
      switch error.problems.first?.fault {
      case .unfinishedMerge, .strayMarker: return true
      default: return false
      }
    } catch {
      return false
    }
  }

  /// The declaration of a tool, or `nil` if the file does not declare the tool.
  package subscript(name: ToolName) -> Tool? { index(of: name).map { tools[$0] } }

  /// Returns the index in ``tools`` of a tool, or `nil` if the file does not declare the tool.
  package func index(of name: ToolName) -> Int? { indexOfTool[name] }
}

/// A tool option that has the same meaning for every source.
package enum ToolOption: String, CaseIterable, Sendable {
  case source, package, version, executables, groups, platforms, cooldown
  case requireProvenance = "require_provenance"
}

/// A value in a manifest and the location that states it.
///
/// The conformance to `Hashable` is conditional. Constraining `Value` instead would cost a lookup
/// of the conformance at run time for each type of value.
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
    /// The address, or `nil` for the usual address of the source.
    package let address: Located<String>?
    /// The options in the order of the file.
    package let options: [Option]
    package let origin: Origin
  }

  /// A `registry` statement: a set of definitions.
  package struct RegistryReference: Hashable, Sendable {
    /// A place where a registry is kept.
    package enum Place: Hashable, Sendable {
      /// The path of a file or folder, or the address of a file.
      case address(String)
      /// The repository that contains the registry, such as `github: "acme/registry"`.
      case repository(source: String, name: String)
    }

    package let place: Place
    package let origin: Origin

    /// Creates a reference.
    package init(place: Place, origin: Origin) {
      self.place = place
      self.origin = origin
    }

    /// The place as a lock states it: `./tools.rb`, or `github:acme/registry`. An address lacks its
    /// user name and password, which only requests need.
    package var address: String {
      switch place {
      case .address(let address): AddressText.withoutCredentials(address)
      case .repository(let source, let name): "\(source):\(name)"
      }
    }
  }

  /// The source of a tool as the file specifies it.
  package struct SourceReference: Hashable, Sendable {
    package let name: String
    /// The address that a `source` statement assigns to this name, or `nil` if none does.
    package let address: String?
    /// The location of the tool's own `source:` option, or of the `source` statement that applies
    /// to the tool.
    package let origin: Origin

    /// Creates a reference. Pass `nil` as `address` for the usual address of the source.
    package init(name: String, address: String?, origin: Origin) {
      self.name = name
      self.address = address
      self.origin = origin
    }
  }

  /// A group of tools.
  package struct Group: Hashable, Sendable {
    package let name: GroupName
    /// Whether the group is installed only on request. A tool of several groups is installed by
    /// default unless all of them are optional; see ``isOptional(_:)``.
    package let isOptional: Bool
    /// The location where the group is first named.
    package let origin: Origin
  }

  /// A `tool` statement, such as `tool "ruff", "~> 0.17"`.
  package struct Tool: Hashable, Sendable {
    package let name: ToolName
    /// The location of the statement.
    package let origin: Origin
    /// The requirement, at the location of its first string. If the file states none, any version,
    /// at the location of the statement.
    package let requirement: Located<Requirement>
    /// The source, or `nil` if the tool's definition states it.
    package let source: SourceReference?
    /// The name of the package in the source, or `nil` if it equals the name of the tool.
    package let package: Located<String>?
    /// The executables that the tool provides, or `nil` to derive them from the artifact.
    package let executables: Located<[Executable]>?
    /// The groups in the order of the file, without duplicates; at least one.
    package let groups: [GroupName]
    /// The platforms to which `platforms:` and `on` limit the tool, or `nil` for all platforms.
    package let platforms: [Platform]?
    /// The cooldown of this tool, or `nil` for the cooldown of the file.
    package let cooldown: Located<Cooldown>?
    /// The minimum provenance of the tool's publisher, or `nil` if the tool demands none.
    package let requiredProvenance: Located<Provenance>?
    /// All other options, which the source accepts or rejects, in the order of the file.
    package let options: [Option]
  }

  /// An executable that the tool must provide.
  package struct Executable: Hashable, Sendable {
    package let name: ExecutableName
    /// The path in the artifact, or `nil` for the usual path in an artifact of its format.
    package let path: ArtifactPath?

    /// Creates an executable. Omit `path` for the usual path in the artifact.
    package init(_ name: ExecutableName, path: ArtifactPath? = nil) {
      self.name = name
      self.path = path
    }
  }

  /// An option written as `key: value`, or as a line of a definition.
  package struct Option: Hashable, Sendable {
    package let key: String
    package let value: Value
    /// The versions that the option applies to.
    package let condition: VersionCondition
    /// The location of the key.
    package let origin: Origin

    /// Creates an option. Only an option of a definition has a condition.
    package init(
      key: String, value: Value, if condition: VersionCondition = .always, origin: Origin
    ) {
      self.key = key
      self.value = value
      self.condition = condition
      self.origin = origin
    }
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

    /// Creates an entry.
    package init(key: String, value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// Returns whether a group is installed only on request.
  package func isOptional(_ group: GroupName) -> Bool { optionalGroups.contains(group) }

  /// Returns whether all groups of `tool` are optional.
  package func isOptional(_ tool: Tool) -> Bool {
    tool.groups.allSatisfy(optionalGroups.contains)
  }
}

extension Toolfile.Value: CustomStringConvertible {
  /// The value as the `declares` line of a lock spells it: strings and symbols without quotes or
  /// colon, list elements and map entries separated by commas.
  package var description: String {
    switch self {
    case .string(let text), .symbol(let text): text
    case .integer(let number): String(number)
    case .boolean(let isTrue): String(isTrue)
    case .array(let values): values.map(\.nested).joined(separator: ",")
    case .map(let entries): entries.map { "\($0.key):\($0.value.nested)" }.joined(separator: ",")
    }
  }

  /// The value as an element of a list, in brackets, braces, or quotes if it would otherwise
  /// be ambiguous.
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
  /// Creates a value without the positions of its parts.
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
