internal import Versions
internal import Vocabulary

/// The needs of a definition as the `defined` line of a lock states them:
/// `needs=node >= 18; python`.
extension ToolNeed {
  /// The key of the needs.
  package static let definitionKey = "needs"
}

extension [ToolNeed] {
  /// The value of ``ToolNeed/definitionKey`` for these needs.
  package var definitionValue: String {
    map { need in
      need.requirement == .any ? need.tool.text : "\(need.tool) \(need.requirement)"
    }.joined(separator: "; ")
  }

  /// Parses the spelling of ``definitionValue``, or returns `nil` if `text` has another form.
  package init?(definitionValue text: String) {
    self = []
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      let words = part.drop { $0 == " " }.split(separator: " ", maxSplits: 1)
      guard let first = words.first, let tool = ToolName(first) else { return nil }
      let texts = words.dropFirst().map(String.init)
      guard let requirement = texts.isEmpty ? .any : try? Requirement(parsing: texts) else {
        return nil
      }
      append(ToolNeed(tool, requirement))
    }
  }
}

extension LockedDefinition {
  /// The needs that the definition states for the locked version.
  package var needs: [ToolNeed] {
    options.first { $0.key == ToolNeed.definitionKey }
      .flatMap { [ToolNeed](definitionValue: $0.value) } ?? []
  }
}
