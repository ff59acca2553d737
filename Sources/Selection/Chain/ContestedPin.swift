package import Diagnostics
package import Manifests
package import Vocabulary

/// A tool whose version an unfinished merge of the lock leaves undecided.
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

  /// The problem to report if the tool is used.
  package var problem: Problem {
    .selection(
      .contested(
        tool: tool, ours: contested.ours, theirs: contested.theirs, origin: origin,
        isToolfileContested: isToolfileContested))
  }
}
