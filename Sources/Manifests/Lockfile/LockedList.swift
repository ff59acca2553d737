/// The spelling of a list as the value of an option in a lock, such as `a,"b,c"`.
///
/// Elements are separated by commas. One that contains a comma or another character with a meaning
/// is in quotes, in which a quote is written twice (``Toolfile/Value/description``).
package enum LockedList {
  /// Returns the elements without their quotes.
  package static func elements(_ text: String) -> [String] {
    fields(of: text).map { self.text(of: $0) }
  }

  /// Splits a list at its commas, except those in quotes.
  package static func fields(of text: String) -> [Substring] {
    var isQuoted = false
    return text.split(omittingEmptySubsequences: false) { character in
      if character == "\"" { isQuoted.toggle() }
      return character == "," && !isQuoted
    }
  }

  /// Returns the text of a field: the field itself, or what is between its quotes.
  package static func text(of field: Substring) -> String {
    guard field.hasPrefix("\""), field.hasSuffix("\""), field.count >= 2 else {
      return String(field)
    }
    var text = ""
    var isQuote = false
    for character in field.dropFirst().dropLast() {
      if character == "\"", !isQuote {
        isQuote = true
        continue
      }
      isQuote = false
      text.append(character)
    }
    return text
  }
}

extension Toolfile.Option {
  /// The value as a lock spells it. The steps of a build are a list even if there is only one, so
  /// that its commas do not separate steps.
  package var lockedValue: String {
    guard key == LockedDeclaration.buildKey, case .string = value else { return value.description }
    return Toolfile.Value.array([value]).description
  }
}
