package import Diagnostics
package import Manifests
package import Vocabulary

/// A gem of a tool that has different versions in two locks, or that only one of the locks
/// contains.
package struct GemChange: Hashable, Sendable {
  package let tool: ToolName
  package let gem: PartName
  /// The earlier version, or `nil` if the tool did not need the gem. If platforms have different
  /// versions, they are separated by commas.
  package let from: String?
  /// The new version, in the same form, or `nil` if the tool no longer needs the gem.
  package let to: String?
}

extension Lockfile {
  /// Returns the changed gems of the tools that both locks contain, sorted by tool and gem,
  /// ignoring case.
  ///
  /// - Parameter previous: The earlier lock, or `nil` if there was none.
  package func gemChanges(since previous: Lockfile?) -> [GemChange] {
    tools.flatMap { tool -> [GemChange] in
      guard let previous = previous?[tool.name] else { return [] }
      let (old, new) = (previous.gemVersions, tool.gemVersions)
      return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
        .sorted { ($0.text.lowercased(), $0.text) < ($1.text.lowercased(), $1.text) }
        .map { GemChange(tool: tool.name, gem: $0, from: old[$0], to: new[$0]) }
    }
  }

  /// Returns a notice for each tool whose gems have different versions in the two locks.
  ///
  /// - Parameter previous: The earlier lock, or `nil` if there was none.
  package func gemNotices(since previous: Lockfile?) -> [Notice] {
    let changes = Dictionary(grouping: gemChanges(since: previous), by: \.tool)
    return tools.compactMap { tool in
      let moved = (changes[tool.name] ?? []).compactMap { change in
        change.from.flatMap { from in change.to.map { "\(change.gem) \(from) → \($0)" } }
      }
      return moved.isEmpty ? nil : .lock(.gemsMoved(tool: tool.name, moved))
    }
  }
}

extension LockedTool {
  fileprivate var gemVersions: [PartName: String] {
    Dictionary(gems.map { ($0.name, $0.version) }) { first, _ in first }
  }
}
