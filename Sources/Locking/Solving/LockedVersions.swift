internal import Versions

/// The versions of the previous lock that limit the next choice.
struct LockedVersions: Sendable {
  /// The versions to keep.
  let kept: [SourcedTool: Version]
  /// The versions of gems that may move, but only to newer versions.
  let oldest: [SourcedTool: Version]
  /// The tools and gems to update even if a kept gem of the same graph must follow.
  let leading: Set<SourcedTool>

  /// Creates the limits of a choice. By default, no version may move.
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

  /// The versions that each tool may have as long as no requirement excludes them.
  var limits: [SourcedTool: VersionSet] {
    kept.mapValues(VersionSet.exact).merging(oldest.mapValues(VersionSet.atLeast)) { kept, _ in kept
    }
  }

  /// Returns the limit that replaces one with which there is no solution, or `nil` if none does: a
  /// gem of a graph moves to a newer version rather than to an older one.
  func weakerLimit(on tool: SourcedTool, than limit: VersionSet) -> VersionSet? {
    guard tool.part != nil, let version = kept[tool], limit == .exact(version) else { return nil }
    return .atLeast(version)
  }

  /// These versions without the gems that a leading tool or gem may move, and without a leader.
  var withoutKeptGraphs: LockedVersions {
    let owners = Set(leading.map(\.owner))
    let gems = kept.filter { $0.key.part != nil && owners.contains($0.key.owner) }
    return LockedVersions(
      kept: kept.filter { gems[$0.key] == nil },
      oldest: oldest.merging(gems) { oldest, _ in oldest })
  }
}
