internal import Manifests
internal import Projects
internal import ToolSources
internal import Vocabulary

// Comparison with the stanzas of the previous lock.
extension LockAttempt {
  /// Returns a stanza of the previous lock, updated for a choice of the same version. Keeps the
  /// artifacts. Only the requesters and their platforms can change.
  func keeping(_ stanza: LockedTool, _ choice: LockChoice.ChosenTool) -> LockedTool {
    // Usually nothing changes, and the stanza keeps sharing its lines with the old one.
    if stanza.wants == choice.wants, !stanza.isOutdated, !stanza.hasOlderDeclaration,
      stanza.isKeptWhole(on: choice.platforms)
    {
      return stanza
    }
    return stanza.with {
      $0.wants = choice.wants
      $0.isOutdated = false
      $0.hasOlderDeclaration = false
      $0.keep(choice.platforms)
    }
  }

  /// Returns the platforms whose artifact differs from that in the previous lock, although the
  /// version and the declaration of the tool are the same.
  func replacedPlatforms(of tool: LockedTool, _ query: SourceQuery) -> [Platform] {
    guard let previous = query.previous?.stanza, previous.version == tool.version,
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
