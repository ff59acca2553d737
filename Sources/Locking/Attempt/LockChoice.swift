internal import Manifests
internal import Versions
internal import Vocabulary

/// A choice of versions for all tools of a project.
struct LockChoice: Sendable {
  /// A tool with its chosen version, its wants, and the platforms to lock it for.
  struct ChosenTool: Sendable {
    let tool: SourcedTool
    let version: Version
    let wants: [LockedTool.Want]
    let platforms: [Platform]
    /// The gems of the tool's graph with their versions. Empty for most tools.
    var parts: [SourcedTool: Version] = [:]
    /// The version of Ruby in the lock, or `nil` if it contains none.
    var ruby: Version?
  }

  /// The tools in the order of a lock.
  let tools: [ChosenTool]
  /// The releases from which the versions were chosen.
  let provider: SourceVersionProvider

  /// Returns what the sources of the tools have beyond the chosen versions, as far as they were
  /// queried. Sends no request.
  ///
  /// - Parameter kept: The versions that were preferred because they are locked.
  func outlooks(keeping kept: [SourcedTool: Version]) async -> [ToolName: VersionOutlook] {
    var outlooks: [ToolName: VersionOutlook] = [:]
    let stanzas = await provider.stanzas(of: tools.map(\.tool))
    let queried = zip(tools, stanzas).filter { $0.1 == nil }.map(\.0)
    if queried.isEmpty { return [:] }
    let versions = Dictionary(tools.map { ($0.tool.name, $0.version) }) { first, _ in first }
    let lookups = await provider.allLookups
    for chosen in queried {
      guard let candidates = await provider.candidates(for: chosen.tool),
        let release = candidates.release(of: chosen.version)
      else { continue }
      outlooks[chosen.tool.name] = candidates.outlook(
        after: .init(
          release: release, platforms: chosen.platforms, wants: chosen.wants, versions: versions,
          lookups: lookups, nameResolution: provider.nameResolution,
          isKept: kept[chosen.tool] == chosen.version))
    }
    return outlooks
  }
}
