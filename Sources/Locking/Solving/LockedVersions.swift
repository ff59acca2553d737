internal import Versions

/// The versions of the previous lock that limit the next choice.
struct LockedVersions: Sendable {
  /// The versions to keep.
  let kept: [SourcedTool: Version]
  /// The versions of gems that may only move to newer versions.
  let oldest: [SourcedTool: Version]
  /// The tools and gems to update even if a kept gem of the same graph must then move.
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

  /// The versions that each tool may have unless a requirement excludes all of them.
  var limits: [SourcedTool: VersionSet] {
    kept.mapValues(VersionSet.exact).merging(oldest.mapValues(VersionSet.atLeast)) { kept, _ in kept
    }
  }

  /// Returns a weaker limit to try if there is no solution with `limit`, or `nil` to lift it. A gem
  /// moves to a newer version rather than an older one.
  func weakerLimit(on tool: SourcedTool, than limit: VersionSet) -> VersionSet? {
    guard tool.part != nil, let version = kept[tool], limit == .exact(version) else { return nil }
    return .atLeast(version)
  }

  /// These limits without leaders, and with the kept gems in the graphs of leaders free to move to
  /// newer versions.
  var withoutKeptGraphs: LockedVersions {
    let owners = Set(leading.map(\.owner))
    let gems = kept.filter { $0.key.part != nil && owners.contains($0.key.owner) }
    return LockedVersions(
      kept: kept.filter { gems[$0.key] == nil },
      oldest: oldest.merging(gems) { oldest, _ in oldest })
  }
}
