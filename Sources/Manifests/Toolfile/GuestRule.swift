internal import TextSearch
package import Vocabulary

/// What a definition states about the files of other version managers: what they call the tool, or
/// how they write its versions.
///
/// ```
/// java                  a name of the tool
/// temurin-{version}     a form of its versions
/// lts/iron=20           a word for a version, or for the first numbers of one
/// ```
package struct GuestRule: Hashable, Sendable, CustomStringConvertible {
  private enum Meaning: Hashable {
    case name(ToolName)
    case form(prefix: String, suffix: String)
    case word(String, version: String)
  }

  private static let placeholder = "{version}"
  private static let maximumByteCount = 64

  /// The rule as text.
  package let description: String
  private let meaning: Meaning

  /// Parses a rule, or returns `nil` if `text` has another form.
  package init?(line text: String) {
    guard text.utf8.count <= Self.maximumByteCount,
      // Blanks separate the words of the files, and `#` begins a comment.
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") })
    else { return nil }
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if sides.count == 2 {
      guard !sides[0].isEmpty, Self.beginsWithDigit(sides[1]), VersionText(sides[1]) != nil else {
        return nil
      }
      meaning = .word(sides[0].lowercased(), version: String(sides[1]))
    } else if let range = text.firstRange(of: Self.placeholder) {
      let (prefix, suffix) = (text[..<range.lowerBound], text[range.upperBound...])
      guard prefix.count + suffix.count > 0, !suffix.contains(Self.placeholder) else { return nil }
      meaning = .form(prefix: String(prefix), suffix: String(suffix))
    } else if let name = ToolName(text) {
      meaning = .name(name)
    } else {
      return nil
    }
    description = text
  }

  /// The name of the tool in the files, or `nil` if the rule is about versions.
  package var name: ToolName? { if case .name(let name) = meaning { name } else { nil } }

  /// The version, or its first numbers, that a word means. `nil` if the rule is about a name or a
  /// form.
  package var namedVersion: String? {
    if case .word(_, let version) = meaning { version } else { nil }
  }

  /// Returns the version that a word means by this rule, or `nil` if the rule does not mention it.
  /// Where a rule gives a whole word a meaning, the case of letters makes no difference.
  package func version(of word: String) -> String? {
    switch meaning {
    case .name: return nil
    case .word(let known, let version): return word.lowercased() == known ? version : nil
    case .form(let prefix, let suffix):
      guard word.utf8.count > prefix.utf8.count + suffix.utf8.count,
        word.hasPrefix(prefix), word.hasSuffix(suffix)
      else { return nil }
      let version = word.dropFirst(prefix.count).dropLast(suffix.count)
      return Self.beginsWithDigit(version) ? String(version) : nil
    }
  }

  private static func beginsWithDigit(_ text: Substring) -> Bool {
    text.utf8.first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
  }
}
