package import Vocabulary

/// What a request for recorded changes includes.
package struct HistoryScope: Hashable, Sendable {
  /// The tool that a change must concern, or `nil` for any.
  package var tool: ToolName?
  /// The earliest time of a change, in seconds since 1970, or `nil` for any.
  package var start: Int64?

  /// Creates a scope that includes every change.
  package init() {}
}
