internal import Diagnostics
internal import Manifests

extension Toolfile.Value {
  /// Parses the spelling of ``description``, or returns `nil` if `text` does not have the form.
  ///
  /// The spelling alone does not tell a string from a list, but the source knows the form of each
  /// of its options.
  init?(_ text: String, as form: SourceProblem.OptionForm) {
    switch form {
    case .packageName, .repositoryName, .text: self = .string(text)
    case .boolean:
      guard let value = Bool(text) else { return nil }
      self = .boolean(value)
    case .integer:
      guard let value = Int(text) else { return nil }
      self = .integer(value)
    case .symbol(let name):
      guard text == name else { return nil }
      self = .symbol(name)
    case .texts:
      let elements = Self.elements(of: text).map { Self.string(of: $0) }
      self = elements.count == 1 ? elements[0] : .array(elements)
    case .map:
      var entries: [Toolfile.MapEntry] = []
      for element in Self.elements(of: text) {
        let parts = element.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        entries.append(Toolfile.MapEntry(key: String(parts[0]), value: Self.string(of: parts[1])))
      }
      self = .map(entries)
    }
  }

  /// Splits a list at its commas, except those in quotes.
  private static func elements(of text: String) -> [Substring] {
    var isQuoted = false
    return text.split(omittingEmptySubsequences: false) { character in
      if character == "\"" { isQuoted.toggle() }
      return character == "," && !isQuoted
    }
  }

  /// Returns an element without its quotes. A quote inside is written twice.
  private static func string(of element: Substring) -> Self {
    guard element.hasPrefix("\""), element.hasSuffix("\""), element.count >= 2 else {
      return .string(String(element))
    }
    var text = ""
    var isQuote = false
    for character in element.dropFirst().dropLast() {
      if character == "\"", !isQuote {
        isQuote = true
        continue
      }
      isQuote = false
      text.append(character)
    }
    return .string(text)
  }
}
