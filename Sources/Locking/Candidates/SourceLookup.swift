internal import Vocabulary

/// The result of a query for a tool.
enum SourceLookup: Sendable {
  case found(Candidates)
  /// The source has no such tool, but has `similar` names.
  case unknown(similar: [String])
}
