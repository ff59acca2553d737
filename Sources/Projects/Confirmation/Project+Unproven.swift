package import Layout
package import Manifests
package import Vocabulary

extension Project {
  /// Returns the tools in `tools` whose publisher must be verified, but was not proved on this
  /// machine for their files on `platform`.
  package func unproven(
    _ tools: [PlannedInstallation], on platform: Platform, in root: Root
  ) -> [PlannedInstallation] {
    let demanding = tools.filter { planned in lock?[planned.tool].map(requiresProof) ?? false }
    if demanding.isEmpty { return [] }
    // An install reports a root that cannot be read.
    guard let proven = try? ProvenArtifacts(of: self, in: root) else { return demanding }
    return demanding.filter { planned in
      lock?[planned.tool].map { !proven.contains($0, on: platform) } ?? false
    }
  }

  /// Returns whether the publisher of a locked tool must be verified.
  package func requiresProof(of tool: LockedTool) -> Bool {
    requiredProvenance(of: tool)?.value == .verified
  }

  /// Returns whether a stanza records as much about the publisher as the project and the definition
  /// of the tool demand.
  package func meetsDemands(_ tool: LockedTool) -> Bool {
    guard let required = requiredProvenance(of: tool)?.value else { return true }
    return tool.lockedProvenance.map { $0 >= required } ?? false
  }
}
