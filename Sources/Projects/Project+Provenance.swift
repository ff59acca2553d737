internal import Diagnostics
package import Manifests
package import Vocabulary

extension Project {
  /// Returns the minimum provenance of a locked tool's publisher, and the statement that requires
  /// it: the tool's option, or else the Toolfile's statement, unless the tool's definition or the
  /// machine's policy is stricter. Returns `nil` if nothing is required.
  ///
  /// Whoever writes the Toolfile knows which of its tools are exceptions, but must not weaken what
  /// a definition demands.
  package func requiredProvenance(of tool: LockedTool) -> Located<Provenance>? {
    let stated = provenanceDemanded(of: tool)
    guard let requiredProvenance else { return stated }
    return stated.map { $0.value >= requiredProvenance.value ? $0 : requiredProvenance }
      ?? requiredProvenance
  }

  private func provenanceDemanded(of tool: LockedTool) -> Located<Provenance>? {
    let definition = definition(of: tool)
    let locked = tool.definedProvenance.map {
      Located($0, at: lock?.origin(of: tool.name, in: lockName) ?? .file(lockName))
    }
    let defined =
      definition?.publisher.requiredProvenance.map {
        Located($0, at: definition?.origin ?? .file(toolfile.path))
      } ?? locked
    let stated = toolfile[tool.name]?.requiredProvenance ?? toolfile.requiredProvenance
    guard let stated, let defined else { return stated ?? defined }
    return defined.value > stated.value ? defined : stated
  }

  /// Returns the publisher that the definition of a locked tool expects, or `nil` for any.
  package func expectedPublisher(of tool: LockedTool) -> PublisherExpectation? {
    definition(of: tool)?.publisher.expectation ?? tool.expectedPublisher
  }

  /// Returns the public key of minisign signatures that the definition of a locked tool states, or
  /// `nil` if there is none.
  package func minisignKey(of tool: LockedTool) -> String? {
    definition(of: tool)?.publisher.minisignKey ?? tool.minisignKey
  }

  /// Returns the definition of a locked tool in the Toolfile, or `nil` if another registry defines
  /// the tool. What it demands counts even if somebody has removed that from the lock.
  private func definition(of tool: LockedTool) -> Definition? {
    guard tool.definition?.registry == LockedDefinition.toolfileRegistry else { return nil }
    return toolfile.definitions.first { $0.name == tool.name }
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
        origin: required.origin.withoutColumn)
    }
  }
}
