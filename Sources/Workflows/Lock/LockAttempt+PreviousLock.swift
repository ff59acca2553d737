internal import Manifests
internal import Projects
internal import ToolSources

// What a new stanza has in common with the previous lock.
extension LockAttempt {
  /// Returns a stanza of the previous lock for a choice of the same version. The artifacts stay the
  /// same. Only the requesters and their platforms may have changed.
  func keeping(_ stanza: LockedTool, _ choice: LockChoice.ChosenTool) -> LockedTool {
    stanza.with {
      $0.wants = choice.wants
      $0.isOutdated = false
      $0.hasOlderDeclaration = false
      $0.keep(choice.platforms)
    }
  }

  /// Returns the platforms for which the previous lock has another artifact of the same version, if
  /// the tool is declared as it was then.
  func replacedPlatforms(of tool: LockedTool, _ query: SourceQuery) -> [Platform] {
    guard let previous = query.lockedStanza, previous.version == tool.version,
      previous.definition == tool.definition
    else { return [] }
    return tool.artifacts.filter { artifact in
      previous.artifact(for: artifact.platform).map { $0.digest != artifact.digest } ?? false
    }.map(\.platform)
  }

  /// Returns whether the previous lock lacks a digest of a tool's artifacts.
  func isFirstUse(of tool: LockedTool) -> Bool {
    let known = Set(context.project.lock?[tool.name]?.artifacts.map(\.digest) ?? [])
    return !tool.artifacts.allSatisfy { known.contains($0.digest) }
  }
}
