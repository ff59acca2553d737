package import Vocabulary

/// The scope of a request for recorded changes.
package struct HistoryScope: Hashable, Sendable {
  /// The tool that the changes must concern, or `nil` for any tool.
  package var tool: ToolName?
  /// The earliest time of the changes, in seconds since 1970, or `nil` for any time.
  package var start: Int64?

  /// Creates a scope that includes every change.
  package init() {}
}
