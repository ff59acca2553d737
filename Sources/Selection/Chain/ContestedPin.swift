package import Diagnostics
package import Manifests
package import Vocabulary

/// A tool in a lock whose version the unfinished merge of the lock leaves undecided.
package struct ContestedPin: Sendable {
  /// What the two sides of the merge say.
  package let contested: UnmergedLock.Contested
  /// The line of the lock.
  package let origin: Origin
  /// Whether the Toolfile beside the lock has conflict markers, too, so that no command can write
  /// the lock.
  let isToolfileContested: Bool

  /// The tool.
  package var tool: ToolName { contested.tool }

  /// The problem to report for a use of the tool.
  package var problem: Problem {
    .selection(
      .contested(
        tool: tool, ours: contested.ours, theirs: contested.theirs, origin: origin,
        isToolfileContested: isToolfileContested))
  }
}
