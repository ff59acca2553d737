internal import Versions

/// The versions of the previous lock that limit the next choice.
struct LockedVersions: Sendable {
  /// The versions to keep.
  let kept: [SourcedTool: Version]
  /// The locked versions of gems that may move only to newer versions.
  let oldest: [SourcedTool: Version]
  /// The tools and gems to update even if that moves a kept gem in the same graph.
  let leading: Set<SourcedTool>

  /// Creates the limits. By default, no version may move.
  init(
    kept: [SourcedTool: Version], oldest: [SourcedTool: Version] = [:],
    leading: Set<SourcedTool> = []
  ) {
    self.kept = kept
    self.oldest = oldest
    self.leading = leading
  }

  init(_ previous: PreviousLock) {
    self.init(
      kept: previous.preferences, oldest: previous.replaceableParts, leading: previous.leading)
  }

  /// The versions to which each tool is limited unless requirements exclude all of them.
  var limits: [SourcedTool: VersionSet] {
    kept.mapValues(VersionSet.exact).merging(oldest.mapValues(VersionSet.atLeast)) { kept, _ in kept
    }
  }

  /// Returns the weaker limit to try if `limit` allows no solution, or `nil` to remove the limit. A
  /// gem moves to a newer version if it can, and otherwise to an older one.
  func weakerLimit(on tool: SourcedTool, than limit: VersionSet) -> VersionSet? {
    guard tool.part != nil, let version = kept[tool], limit == .exact(version) else { return nil }
    return .atLeast(version)
  }

  /// A copy of the limits that lets kept gems in the graphs of leaders move to newer versions, and
  /// that has no leaders.
  var withoutKeptGraphs: LockedVersions {
    let owners = Set(leading.map(\.owner))
    let gems = kept.filter { $0.key.part != nil && owners.contains($0.key.owner) }
    return LockedVersions(
      kept: kept.filter { gems[$0.key] == nil },
      oldest: oldest.merging(gems) { oldest, _ in oldest })
  }
}
