internal import Gems
internal import Manifests
internal import Resolution
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// The universe in which the solver chooses versions of tools.
enum ToolUniverse: Universe {
  typealias Package = SourcedTool
  typealias Versions = VersionSet
  /// The requirement that states a dependency. It has an origin of its own: a file or a tool.
  typealias Origin = StatedRequirement
  typealias Platform = PlatformGroup
}

/// A requirement with its location.
struct StatedRequirement: Hashable, Sendable {
  let value: Requirement
  let origin: Vocabulary.Origin
  /// The reason for the requirement, such as `for bundler < 2`, or `nil` if the requirement speaks
  /// for itself.
  var reason: String?

  /// The requirement as an explanation quotes it: `< 2.7 (for bundler < 2)`.
  var text: String { reason.map { "\(value) (\($0))" } ?? value.description }
}

extension Located<Requirement> {
  /// Returns the requirement as a condition on `tool`.
  ///
  /// - Parameters:
  ///   - tool: The required tool.
  ///   - scheme: The rules for the versions of `tool`.
  ///   - platforms: The platforms that the project needs the tool on. Empty for a need of another
  ///     tool.
  ///   - isOfRuntime: Whether the requirement is one on the tool that runs another one. Such a
  ///     requirement names prereleases only to exclude versions: `< 3.5.dev`.
  ///   - reason: See ``StatedRequirement/reason``.
  /// - Throws: ``VersionError`` if the requirement contains a version that is invalid in `scheme`.
  func dependency(
    on tool: SourcedTool, in scheme: VersionScheme, platforms: Set<PlatformGroup> = [],
    isOfRuntime: Bool = false, reason: String? = nil
  ) throws(VersionError) -> Dependency<ToolUniverse> {
    Dependency(
      tool, try value.versions(in: scheme),
      admitsPrereleases: isOfRuntime ? false : try value.policy(in: scheme).admitsPrereleases,
      on: platforms,
      origin: StatedRequirement(value: value, origin: origin, reason: reason))
  }
}

/// A tool, which the solver identifies by its name and location, or a gem of a tool's graph.
///
/// Two sources may have a tool of the same name, with different releases and needs. A gem of a
/// graph belongs to its tool alone, so the requirements of two tools on a gem never meet.
struct SourcedTool: Hashable, Comparable, Sendable {
  let name: ToolName
  /// Where the tool comes from, or `nil` if the Toolfile declares the tool.
  let location: ToolLocation?
  /// The gem of the tool's graph, or `nil` for the tool itself.
  var part: GemName?

  /// The tool to which a gem belongs, or the tool itself.
  var owner: SourcedTool { SourcedTool(name: name, location: location) }

  /// Returns a gem of the tool's graph.
  func part(_ gem: GemName) -> SourcedTool {
    SourcedTool(name: name, location: location, part: gem)
  }

  /// The name for messages: `fastlane`, or `json of fastlane`.
  var text: String { part.map { "\($0) of \(name)" } ?? name.text }

  static func < (left: SourcedTool, right: SourcedTool) -> Bool {
    if left.name != right.name { return left.name < right.name }
    if left.location != right.location {
      guard let second = right.location else { return false }
      return left.location.map { $0 < second } ?? true
    }
    guard let second = right.part else { return false }
    return left.part.map { $0 < second } ?? true
  }
}

/// Where a tool comes from that the Toolfile does not declare.
enum ToolLocation: Hashable, Comparable, Sendable {
  /// The place that the definition of its name states.
  case definition
  /// The source that states the need for it.
  case source(SourceLocation)

  /// The location of a tool that a lock contains because others need it.
  init(_ stanza: LockedTool) {
    self = stanza.definition == nil ? .source(SourceLocation(stanza.declaration)) : .definition
  }
}

/// A source and its address, as declared in a lock.
struct SourceLocation: Hashable, Comparable, Sendable {
  let source: String
  /// The address of the source, or `nil` for the address in the user's settings.
  let address: String?

  init(source: String, address: String?) {
    self.source = source
    self.address = address
  }

  init(_ declaration: LockedDeclaration) {
    self.init(source: declaration.source, address: declaration[LockedDeclaration.addressKey])
  }

  /// Returns this source as a Toolfile refers to it.
  ///
  /// - Parameter origin: The tool that needs another tool from this source.
  func reference(by origin: Vocabulary.Origin) -> Toolfile.SourceReference {
    Toolfile.SourceReference(name: source, address: address, origin: origin)
  }

  static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.source, left.address ?? "") < (right.source, right.address ?? "")
  }
}

/// Resolves the name by which one tool needs another.
///
/// A name that the Toolfile declares refers to the declared tool, whatever its source is. If a
/// definition states the need, any other name means what its own definition says. If a source
/// states the need, the name refers to a tool in that source. The project trusts that source to
/// define the name, so no other source can substitute a tool of the same name.
struct ToolNameResolution: Sendable {
  /// The version schemes of the tools that the Toolfile declares.
  let declared: [ToolName: VersionScheme]
  /// The version schemes of the tools that definitions need.
  let defined: [ToolName: VersionScheme]
  /// The tools that the project leaves to the system. No version of them is chosen.
  let system: Set<ToolName>
  let catalog: SourceCatalog
  /// The oldest version of each system tool that the project accepts. Packages that such a tool
  /// runs must work with this version. Omits tools without a requirement.
  var oldestSystemVersions: [ToolName: Version] = [:]

  /// Returns the tool that `name` refers to, or `nil` if the project leaves it to the system.
  ///
  /// - Parameters:
  ///   - name: The name by which the tool is needed.
  ///   - location: The place to which the need refers.
  func tool(_ name: ToolName, at location: ToolLocation) -> SourcedTool? {
    if declared[name] != nil { return SourcedTool(name: name, location: nil) }
    return system.contains(name) ? nil : SourcedTool(name: name, location: location)
  }

  /// Returns the tool that runs another one, or `nil` if the project leaves it to the system and
  /// accepts every version of it.
  func runtime(_ name: ToolName) -> SourcedTool? {
    oldestSystemVersions[name] == nil
      ? tool(name, at: .definition) : SourcedTool(name: name, location: .definition)
  }

  /// Returns the version that the solver assumes for a system tool, or `nil` if it assumes none.
  func systemVersion(of tool: SourcedTool) -> Version? {
    tool.part == nil && tool.location == .definition ? oldestSystemVersions[tool.name] : nil
  }

  /// Returns the version scheme of `tool`, or `nil` if its source is unknown.
  func scheme(of tool: SourcedTool) -> VersionScheme? {
    if tool.part != nil { return .rubygems }
    if let version = systemVersion(of: tool) { return version.scheme }
    return switch tool.location {
    case nil: declared[tool.name]
    case .definition: defined[tool.name]
    case .source(let location): catalog.scheme(of: location.source)
    }
  }
}
