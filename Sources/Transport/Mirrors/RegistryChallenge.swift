/// What a registry requires of a request, in the header `WWW-Authenticate` (RFC 9110, 11.6.1).
struct RegistryChallenge: Hashable, Sendable {
  /// The scheme in lowercase: `basic` or `bearer`.
  let scheme: String
  /// The parameters, by their names in lowercase.
  private(set) var parameters: [String: String] = [:]

  /// Parses the values of all such headers, each of which may have several challenges. Skips what
  /// has another form.
  static func all(in headers: [String]) -> [RegistryChallenge] {
    var challenges: [RegistryChallenge] = []
    for header in headers {
      var rest = header[...]
      while let word = rest.takeWord() {
        if rest.first == "=" {
          rest.removeFirst()
          let value = rest.takeValue()
          if !challenges.isEmpty {
            challenges[challenges.count - 1].parameters[word.lowercased()] = value
          }
        } else {
          challenges.append(RegistryChallenge(scheme: word.lowercased()))
        }
      }
    }
    return challenges
  }
}

extension Substring {
  /// Removes the separators and the word at the start, and returns the word, or `nil` at the end.
  fileprivate mutating func takeWord() -> String? {
    self = drop { $0 == " " || $0 == "," || $0 == "\t" || $0 == "=" }
    let word = prefix { !" ,\t=".contains($0) }
    self = dropFirst(word.count)
    return word.isEmpty ? nil : String(word)
  }

  /// Removes the value at the start, a word or a text in quotes, and returns it.
  fileprivate mutating func takeValue() -> String {
    guard first == "\"" else { return takeWord() ?? "" }
    removeFirst()
    var value = ""
    while let character = popFirst(), character != "\"" {
      value.append(character == "\\" ? popFirst() ?? character : character)
    }
    return value
  }
}
