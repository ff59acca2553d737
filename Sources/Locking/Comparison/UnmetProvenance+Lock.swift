package import Diagnostics
package import Manifests
package import Vocabulary

extension UnmetProvenance {
  /// Creates the problem of a locked tool whose files do not prove the publisher in the lock.
  ///
  /// - Parameters:
  ///   - tool: The stanza, which may lack a `verified` line.
  ///   - files: The files that do not prove it.
  ///   - origin: The statement that demands a proof, or `nil` if it is unknown.
  package init(of tool: LockedTool, _ files: [UnverifiedFile], origin: Origin?) {
    self.init(
      tool: tool.name, version: tool.version,
      tool.verification == nil ? .provenance(.verified) : .lock, origin: origin,
      published: tool.verification?.publisher.description ?? tool.publisher?.description,
      files: files)
  }

  /// Whether nothing is wrong except that attestations are missing.
  fileprivate var areOnlyMissing: Bool {
    demand == .lock && files.allSatisfy { $0.reason == .missingAttestation }
  }
}

extension LockProblem {
  /// Creates the problem of locked tools whose publishers are not proved: that of missing
  /// attestations if nothing else is wrong.
  ///
  /// - Parameters:
  ///   - tools: The tools.
  ///   - isSourceAsked: Whether the sources were asked for attestations that are not kept.
  package init(unproven tools: [UnmetProvenance], isSourceAsked: Bool) {
    self =
      tools.allSatisfy(\.areOnlyMissing)
      ? .missingAttestations(tools, isSourceAsked: isSourceAsked) : .unmetProvenance(tools)
  }
}
