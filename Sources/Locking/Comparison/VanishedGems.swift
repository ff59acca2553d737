internal import Diagnostics
internal import Gems
internal import Manifests
internal import ToolSources
internal import Vocabulary

/// What an index no longer has of a locked tool: its own gem, or some that it needs.
struct VanishedGems: Sendable {
  /// The outlook of the tool, which can only stay as it is.
  let outlook: VersionOutlook
  /// The gems that the tool needs and the index lacks.
  let gems: [GemOutlook]
}

extension SourceComparison {
  /// Returns, for each tool in `lock` that is a gem, what the index no longer has of it. Leaves out
  /// the tools that the index has with all their gems.
  ///
  /// - Throws: ``Problem/sources(_:)`` if an index cannot be queried.
  func vanishedGems(of lock: Lockfile) async throws(Problem) -> [ToolName: VanishedGems] {
    let results = try await concurrentResults(lock.tools.filter(\.isGem)) {
      tool async throws(Problem) in (tool: tool.name, found: try await vanishedGems(of: tool))
    }
    var vanished: [ToolName: VanishedGems] = [:]
    for result in results { vanished[result.tool] = result.found }
    return vanished
  }

  private func vanishedGems(of tool: LockedTool) async throws(Problem) -> VanishedGems? {
    let own = try await release(of: tool, sourcedTool(tool), tool.version)
    let results = try await concurrentResults(tool.gems) { gem async throws(Problem) in
      try await isPublished(gem, of: tool) ? nil : gem
    }
    let gems = results.compactMap { gem in
      gem.map { GemOutlook(name: $0.name, locked: $0.version, chosen: nil, isRemoved: true) }
    }
    if own != nil, gems.isEmpty { return nil }
    let locked = VersionOutlook.Release(
      version: tool.version.text, released: tool.released, page: nil)
    return VanishedGems(
      outlook: VersionOutlook(
        chosen: locked, newest: locked, heldBack: [], yanked: own == nil ? "" : nil),
      gems: gems)
  }

  /// Returns whether the index has all locked versions of a gem.
  private func isPublished(_ gem: LockedGem, of tool: LockedTool) async throws(Problem) -> Bool {
    guard let name = GemName(gem.name.text) else { return false }
    for version in gem.versions {
      let found = try await release(of: tool, sourcedTool(tool).part(name), version)
      if found == nil { return false }
    }
    return true
  }
}
