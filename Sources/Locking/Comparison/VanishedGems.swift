internal import Diagnostics
internal import Gems
internal import Manifests
internal import ToolSources
internal import Vocabulary

/// The locked gems of a tool that an index no longer has.
struct VanishedGems: Sendable {
  /// The tool's outlook: it keeps its locked version.
  let outlook: VersionOutlook
  /// The needed gems that the index lacks.
  let gems: [GemOutlook]
}

extension SourceComparison {
  /// Returns the vanished gems of each gem tool in `lock`. Omits tools whose gems the index still
  /// has.
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

  /// Returns whether the index has every locked version of a gem.
  private func isPublished(_ gem: LockedGem, of tool: LockedTool) async throws(Problem) -> Bool {
    guard let name = GemName(gem.name.text) else { return false }
    for version in gem.versions {
      let found = try await release(of: tool, sourcedTool(tool).part(name), version)
      if found == nil { return false }
    }
    return true
  }
}
