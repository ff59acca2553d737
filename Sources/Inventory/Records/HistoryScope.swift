package import Vocabulary

/// The criteria that select recorded changes.
package struct HistoryScope: Hashable, Sendable {
  /// A tool that the change must have installed or removed, or `nil` for any tool.
  package var tool: ToolName?
  /// The earliest time of a change, in seconds since 1970, or `nil` for any.
  package var start: Int64?

  /// Creates a scope that includes every change.
  package init() {}
}
