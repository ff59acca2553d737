internal import Vocabulary

/// Platforms that a project never distinguishes: each tool of its Toolfile is for all of them or
/// for none.
///
/// The solver reasons about groups instead of single platforms, because most projects need all of
/// their tools on all of their platforms.
struct PlatformGroup: Hashable, Comparable, Sendable {
  /// The platforms, in the order of ``Platform``.
  let platforms: [Platform]

  static func < (left: PlatformGroup, right: PlatformGroup) -> Bool {
    left.platforms.map(\.rawValue).lexicographicallyPrecedes(right.platforms.map(\.rawValue))
  }
}

/// The platforms on which a project needs its tools.
struct PlatformNeeds: Sendable {
  /// The platforms that each tool of the Toolfile must support.
  let declared: [SourcedTool: Set<Platform>]
  /// All platforms of the project, in the order of ``Platform``.
  let all: [Platform]
  /// The platforms that all tools of the Toolfile are for, in the order of ``Platform``. Every
  /// other tool must support them, too, because one of these tools needs it.
  let common: [Platform]
  /// The platforms that only some tools of the Toolfile are for.
  let groups: [PlatformGroup]

  /// Creates the needs of a project from the platforms of each tool of its Toolfile.
  init(_ declared: [SourcedTool: Set<Platform>]) {
    self.declared = declared
    // Most projects have all of their tools on all platforms.
    if let first = declared.first?.value, declared.values.allSatisfy({ $0 == first }) {
      all = Platform.allCases.filter(first.contains)
      (common, groups) = (all, [])
      return
    }
    var groups: [Set<SourcedTool>: [Platform]] = [:]
    for platform in Platform.allCases {
      let tools = Set(declared.filter { $0.value.contains(platform) }.keys)
      if !tools.isEmpty { groups[tools, default: []].append(platform) }
    }
    let members = Set(groups.values.joined())
    all = Platform.allCases.filter(members.contains)
    common = groups.removeValue(forKey: Set(declared.keys)) ?? []
    self.groups = groups.values.map { PlatformGroup(platforms: $0) }.sorted()
  }

  /// Returns the groups that a tool of the Toolfile is for.
  func groups(of tool: SourcedTool) -> Set<PlatformGroup> {
    Set(groups.filter { declared[tool, default: []].isSuperset(of: $0.platforms) })
  }
}
