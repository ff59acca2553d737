package import Diagnostics
package import Versions
internal import Vocabulary

extension ToolfileReader {
  /// Reads values as one requirement. A version must satisfy all of them.
  ///
  /// - Parameters:
  ///   - word: The word of the statement.
  ///   - end: The offset after the name of the tool, where a comma may be missing, or `nil`.
  /// - Returns: The requirement, or `nil` if a problem was reported or there are no values.
  mutating func readRequirement(
    _ values: ArraySlice<ToolfileValue>, of word: String, after end: Int? = nil
  ) -> Located<Requirement>? {
    guard let first = values.first else { return nil }
    var texts: [String] = []
    for value in values {
      guard case .string(let text) = value.content else {
        reportWrong(value, of: word, expected: .requirement)
        return nil
      }
      texts.append(text)
    }
    // All of them together have the limit of a single string.
    let limit = Requirement.maximumByteCount
    if texts.reduce(0, { $0 + $1.utf8.count }) > limit {
      report(.stringTooLong(limit: limit), at: first.position)
      return nil
    }
    do {
      return Located(try Requirement(parsing: texts), at: origin(first.position))
    } catch {
      let index = values.startIndex + error.textIndex
      let position = values[index].position(inside: error.offset, of: texts[error.textIndex])
      report(.requirement(texts[error.textIndex], RequirementFault(error)), at: position)
      if word == "requires_bootstrap", Requirement(translating: texts[error.textIndex]) == .any {
        correct(.replacement(of: values[index], with: "\">= \(ProgramVersion.text)\""))
      } else {
        correct(
          .requirement(
            texts[error.textIndex], values[index], after: index == values.startIndex ? end : nil))
      }
      return nil
    }
  }
}

extension ToolfileValue {
  /// Returns the position in the file of a byte of a string value.
  ///
  /// If the string contains escapes, offsets in its value do not match offsets in the file. The
  /// result is then the start of the string.
  ///
  /// - Parameters:
  ///   - offset: The offset of the byte in `text`.
  ///   - text: The value of the string.
  fileprivate func position(inside offset: Int, of text: String) -> SourcePosition {
    // Without escapes, the token is exactly two quotes longer than its value.
    let isPlain = end - position.offset == text.utf8.count + 2
    guard isPlain else { return position }
    let characters = text.utf8.prefix(offset).count { $0 & 0xC0 != 0x80 }
    return SourcePosition(
      offset: position.offset + 1 + offset, line: position.line,
      column: position.column + 1 + characters)
  }
}

extension RequirementFault {
  /// Creates the fault that reports `error`.
  package init(_ error: RequirementError) {
    self =
      switch error.reason {
      case .emptyClause: .emptyClause
      case .missingVersion: .missingVersion
      case .unknownComparator(let text): .unknownComparator(text)
      case .wildcard(let text): .wildcard(text)
      case .alternatives: .alternatives
      case .forbiddenCharacter(let character): .character(character)
      case .notAVersion(let text): .notAVersion(text)
      case .tooLong: .tooLong(limit: Version.maximumByteCount)
      case .listTooLong: .listTooLong(limit: Requirement.maximumByteCount)
      }
  }
}
