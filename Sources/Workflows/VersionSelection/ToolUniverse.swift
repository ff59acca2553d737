internal import Diagnostics
internal import Manifests
internal import Resolution
internal import SourceKinds
internal import Versions

/// The world in which versions of tools are chosen.
enum ToolUniverse: Universe {
  typealias Package = SourcedTool
  typealias Versions = VersionSet
  typealias Origin = Located<Requirement>
}

extension Located<Requirement> {
  /// The requirement as a condition on `tool`. Throws if it names an invalid version of `scheme`.
  func dependency(
    on tool: SourcedTool, in scheme: VersionScheme
  ) throws(VersionError) -> Dependency<ToolUniverse> {
    Dependency(
      tool, try value.versions(in: scheme),
      admitsPrereleases: try value.policy(in: scheme).admitsPrereleases, origin: self)
  }
}

/// A tool as the solver tells it from others: by its name and by where it comes from.
///
/// Two sources may have a tool of one name, and what one says of it is not true of the other's.
struct SourcedTool: Hashable, Comparable, Sendable {
  let name: ToolName
  /// nil: as the Toolfile declares it.
  let place: SourceLocation?

  static func < (left: SourcedTool, right: SourcedTool) -> Bool {
    if left.name != right.name { return left.name < right.name }
    switch (left.place, right.place) {
    case (let left?, let right?): return left < right
    case (nil, let right): return right != nil
    case (.some, nil): return false
    }
  }
}

/// A source with its address, as a lock declares them.
struct SourceLocation: Hashable, Comparable, Sendable {
  let source: String
  /// nil: the user's own.
  let address: String?

  init(_ declaration: LockedDeclaration) {
    source = declaration.source
    address = declaration["address"]
  }

  /// This source as a Toolfile names it; `origin` is what needs a tool from it.
  func reference(by origin: Diagnostics.Origin) -> Toolfile.SourceReference {
    Toolfile.SourceReference(name: source, address: address, origin: origin)
  }

  static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.source, left.address ?? "") < (right.source, right.address ?? "")
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `directory vendor/tools`
  var description: String { source + (address.map { " " + $0 } ?? "") }
}

/// Which tool is meant by a name that another tool needs.
///
/// What the Toolfile names is what it names, from wherever it has it. Anything else comes from the source that states the need: it
/// knows what its names mean, the project chose to trust it, and nobody else can put a tool of that name in its place.
struct ToolNameResolution: Sendable {
  /// The tools of the Toolfile, by how their versions are read.
  let declared: [ToolName: VersionScheme]
  /// Tools that the project takes from the system: nobody chooses a version of them.
  let system: Set<ToolName>
  let catalog: SourceCatalog

  /// nil: one of the system's.
  func tool(_ name: ToolName, neededBy place: SourceLocation) -> SourcedTool? {
    if declared[name] != nil { return SourcedTool(name: name, place: nil) }
    return system.contains(name) ? nil : SourcedTool(name: name, place: place)
  }

  func scheme(of tool: SourcedTool) -> VersionScheme? {
    tool.place.map { catalog.scheme(of: $0.source) } ?? declared[tool.name]
  }
}
