package import Diagnostics
package import Manifests

/// A tool whose version differs between two locks.
package struct LockChange: Hashable, Sendable {
  package let tool: ToolName
  /// The version in the earlier lock, or `nil` if the tool was added.
  package let old: VersionText?
  /// The version in the later lock, or `nil` if the tool was removed.
  package let new: VersionText?
  /// The versions that are newer than the one in the later lock.
  package let heldBack: [HeldBackVersion]

  /// The message about the change.
  package var notice: Notice {
    .lockChange(tool: tool.text, from: old?.text, to: new?.text, heldBack)
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

  /// Returns the locked tools that need `tool`, each with its version.
  package func requesters(of tool: ToolName) -> [String] {
    tools.filter { $0.needs.contains { $0.tool == tool } }.map { "\($0.name) \($0.version)" }
  }
}
