package import Diagnostics
package import Manifests
package import Vocabulary

/// A tool whose version differs between two locks, or between the two sides of a merge.
package struct LockChange: Hashable, Sendable {
  package let tool: ToolName
  /// The version in the earlier lock, or `nil` if the tool was added.
  package let old: VersionText?
  /// The version in the later lock, or `nil` if the tool was removed.
  package let new: VersionText?
  /// The versions on the two sides of a merge that was not finished, or `nil` if the earlier lock
  /// was complete or both sides had the same stanza.
  package var merged: MergedVersions?
  /// The versions that are newer than the one in the later lock.
  package let heldBack: [HeldBackVersion]

  /// The message about the change.
  package var notice: Notice {
    guard let merged else {
      return .lock(.change(tool: tool, from: old, to: new, heldBack))
    }
    return .lock(.merged(tool: tool, merged, to: new, heldBack))
  }
}

/// The platforms that one lock covers and another does not.
package struct PlatformChanges: Hashable, Sendable {
  package let added: [Platform]
  package let removed: [Platform]

  /// Creates the changes.
  package init(added: [Platform], removed: [Platform]) {
    self.added = added
    self.removed = removed
  }

  /// The messages about the changes.
  package var notices: [Notice] {
    removed.map { .lock(.platformChange($0, isAdded: false)) }
      + added.map { .lock(.platformChange($0, isAdded: true)) }
  }
}

extension Project {
  /// Returns a notice for each tool of the Toolfile that is limited to platforms that the project
  /// does not have.
  ///
  /// - Parameters:
  ///   - tools: The tools to consider, or `nil` for all.
  ///   - removed: The platforms to consider, which were just removed, or `nil` for all.
  package func unlistedPlatforms(
    of tools: Set<ToolName>? = nil, removing removed: [Platform]? = nil
  ) -> [Notice] {
    toolfile.tools.compactMap { tool in
      let limits = tools?.contains(tool.name) ?? true ? tool.platforms ?? [] : []
      let unlisted = limits.filter {
        !platforms.contains($0) && removed?.contains($0) ?? true
      }
      return unlisted.isEmpty
        ? nil
        : .lock(
          .platformsNotListed(
            unlisted, tool: tool.name, origin: tool.origin,
            isRemoved: removed != nil))
    }
  }
}

extension Lockfile {
  /// Returns the tools that were added or removed, or whose version changed: first those that were
  /// removed.
  ///
  /// - Parameters:
  ///   - previous: The earlier lock, or `nil` if there was none.
  ///   - heldBack: The newer versions of each tool, as far as they are known.
  package func changes(
    since previous: Lockfile?, _ heldBack: [ToolName: [HeldBackVersion]] = [:]
  ) -> [LockChange] {
    let removed = (previous?.tools ?? []).filter { self[$0.name] == nil }
      .map { LockChange(tool: $0.name, old: $0.version, new: nil, heldBack: []) }
    return removed
      + tools.compactMap { tool in
        let old = previous?[tool.name]?.version
        if old == tool.version { return nil }
        return LockChange(
          tool: tool.name, old: old, new: tool.version, heldBack: heldBack[tool.name] ?? [])
      }
  }

  /// Returns the platforms that were added or removed. None if there was no earlier lock.
  package func platformChanges(since previous: Lockfile?) -> PlatformChanges {
    let old = previous?.platforms ?? platforms
    return PlatformChanges(
      added: platforms.filter { !old.contains($0) }, removed: old.filter { !platforms.contains($0) }
    )
  }

  /// Returns the locked tools that need `tool`, each with its version.
  package func requesters(of tool: ToolName) -> [String] {
    tools.filter { $0.needs.contains { $0.tool == tool } }.map { "\($0.name) \($0.version)" }
  }
}
