internal import Gems
internal import Manifests
internal import SourceKinds
internal import ToolSources
internal import Versions
package import Vocabulary

/// The effect of a tool's update on one of its gems.
package struct GemOutlook: Hashable, Sendable {
  package let name: PartName
  /// The locked version.
  package let locked: String
  /// The version that an update would lock, or `nil` if the tool would no longer need the gem.
  package let chosen: String?
  /// Whether the index no longer lists the locked version, which means that the version was yanked.
  package let isRemoved: Bool

  /// Whether an update would lock another version.
  package var isUpdatable: Bool { chosen.map { $0 != locked } ?? false }
}

extension LockChoice {
  /// Returns the locked gems that have a different version in this choice or are missing from the
  /// index, grouped by tool. Sends no requests, so it omits gems that no chosen version needs.
  func gemOutlooks(since lock: Lockfile) async -> [ToolName: [GemOutlook]] {
    var outlooks: [ToolName: [GemOutlook]] = [:]
    for chosen in tools {
      for gem in lock[chosen.tool.name]?.gems ?? [] {
        guard let outlook = await outlook(of: gem, chosen) else { continue }
        outlooks[chosen.tool.name, default: []].append(outlook)
      }
    }
    return outlooks
  }

  private func outlook(of gem: LockedGem, _ chosen: ChosenTool) async -> GemOutlook? {
    guard let name = GemName(gem.name.text) else { return nil }
    let part = chosen.tool.part(name)
    let candidates = await provider.candidates(for: part)
    let locked = gem.versions.compactMap { try? Version(parsing: $0.text, scheme: GemKind.scheme) }
    let isRemoved = locked.contains { candidates != nil && candidates?.release(of: $0) == nil }
    let new = chosen.parts[part]
    if !isRemoved, new.map(locked.contains) ?? true { return nil }
    return GemOutlook(
      name: gem.name, locked: gem.version, chosen: new?.spelling, isRemoved: isRemoved)
  }
}
