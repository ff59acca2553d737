/// A list in the value of a lock's option, such as `a,"b,c"`.
///
/// Commas separate the elements. An element that contains a comma or another special character is
/// quoted, and a quote in it is doubled (``Toolfile/Value/description``).
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

  /// Returns a field without its quotes, if it has any.
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
  /// The value as a lock spells it. A single step is written as a list, so that a comma in it does
  /// not separate two steps.
  package var lockedValue: String {
    guard key == LockedDeclaration.buildKey, case .string = value else { return value.description }
    return Toolfile.Value.array([value]).description
  }
}
