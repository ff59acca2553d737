internal import Diagnostics
package import Manifests
package import Vocabulary

extension Project {
  /// Returns the least that must be known about the publisher of a locked tool, and what demands
  /// it: the strictest of the Toolfile's statement, the tool's option, and its definition. `nil` if
  /// nothing demands anything.
  ///
  /// Of equal demands, the one of the tool itself counts, then that of the Toolfile.
  package func requiredProvenance(of tool: LockedTool) -> Located<Provenance>? {
    let defined = tool.definedProvenance.map {
      Located($0, at: lock?.origin(of: tool.name, in: lockName) ?? .file(lockName))
    }
    return [toolfile[tool.name]?.requiredProvenance, toolfile.requiredProvenance, defined]
      .compactMap(\.self).reduce(nil) { strictest, next in
        guard let strictest, next.value <= strictest.value else { return next }
        return strictest
      }
  }

  /// Returns the tools about whose publisher the lock records less than is required.
  ///
  /// - Parameters:
  ///   - lock: The lock to check.
  ///   - reached: The tools to check.
  ///   - changed: The tools to omit, because they are resolved again anyway.
  func missingProofs(
    _ lock: Lockfile, among reached: Set<ToolName>, excluding changed: Set<ToolName>
  ) -> [LockDifference.Change] {
    lock.tools.compactMap { tool in
      guard let required = requiredProvenance(of: tool), reached.contains(tool.name),
        !changed.contains(tool.name)
      else { return nil }
      let locked = tool.lockedProvenance
      if let locked, locked >= required.value { return nil }
      return LockDifference.Change(
        tool: tool.name, .provenance(locked: locked, required: required.value),
        origin: required.origin)
    }
  }
}
