/// A line of versions that is a part of a name, as in Nix's `python312` and `nodejs_20`.
package struct NamedLine: Hashable, Sendable {
  /// The name without the line.
  package let name: String
  /// The first numbers of the versions: `20` for `nodejs_20`, and `3.12` for `python312`.
  package let version: String
  /// The digits as one number: `17` for `jdk17`.
  package let number: String

  /// Reads a name. Returns `nil` if it does not end with numbers.
  package init?(_ text: String) {
    var words = text.split { "_-".contains($0) }
    if words.count > 2, words.last == "x" { words.removeLast() }
    guard let first = words.first else { return nil }
    let numbers = words.dropFirst()
    if !numbers.isEmpty, numbers.allSatisfy({ $0.allSatisfy(Self.isDigit) }) {
      name = String(first)
      version = numbers.joined(separator: ".")
      number = numbers.joined()
      return
    }
    let digits = text.reversed().prefix(while: Self.isDigit).count
    let word = text.dropLast(digits)
    guard digits > 0, word.last?.isLetter ?? false else { return nil }
    name = String(word)
    number = String(text.suffix(digits))
    // Nix leaves out the dot between the first number, which has one digit, and the second.
    version = digits == 1 ? number : "\(number.prefix(1)).\(number.dropFirst())"
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }
}
