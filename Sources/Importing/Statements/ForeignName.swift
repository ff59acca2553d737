internal import TextSearch

/// The forms of names and versions in other tools' manifests.
///
/// Messages and the Toolfile show only texts of these forms. Any other text may contain a secret,
/// such as an address with a user or a query.
enum ForeignName {
  /// What messages show in place of any other text.
  static let hidden = "…"
  /// The maximum size of a name, which is npm's.
  private static let maximumNameByteCount = 214
  private static let maximumVersionByteCount = 256
  /// The maximum number of changes between letters and digits in a word of a version, and its
  /// maximum size.
  private static let maximumChangeCount = 2
  private static let maximumVersionWordByteCount = 24
  private static let site = "://"

  /// Returns whether a text is a name: letters, digits, and `._+~-`, with `/` and `:` between words
  /// and `@` before a word. It may also be the address of a repository.
  static func isName(_ text: some StringProtocol) -> Bool {
    guard !text.isEmpty, text.utf8.count <= maximumNameByteCount else { return false }
    let text = String(text)
    guard let site = text.firstRange(of: Self.site) else { return isPath(text) }
    // What precedes an `@` in an address is a user, perhaps with a password.
    let path = text[site.upperBound...]
    return text[..<site.lowerBound].allSatisfy(isNameCharacter)
      && path.contains("/") && path.allSatisfy { isWordCharacter($0) || $0 == "/" }
  }

  /// Returns whether a text consists of words with slashes, colons, and `@` between them.
  private static func isPath(_ text: String) -> Bool {
    let user = "git@"
    var previous: Character = "/"
    for character in text.hasPrefix(user) ? text.dropFirst(user.count) : text[...] {
      let isAllowed = character == "@" ? "/:".contains(previous) : isNameCharacter(character)
      if !isAllowed { return false }
      previous = character
    }
    return true
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    isWordCharacter(character) || "/:".contains(character)
  }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "._+~-".contains(character))
  }

  /// Returns whether a text has the form of an application's title: words of any language, with the
  /// marks that occur between words.
  static func isTitle(_ text: some StringProtocol) -> Bool {
    text.utf8.count <= maximumNameByteCount
      && text.allSatisfy { $0.isLetter || $0.isNumber || " -–—&'’,.!+()|_".contains($0) }
  }

  /// Returns whether a text is a version, a tag, or a requirement: words with the signs of
  /// comparisons and lists.
  static func isVersion(_ text: some StringProtocol) -> Bool {
    guard text.utf8.count <= maximumVersionByteCount, !text.contains(Self.site) else {
      return false
    }
    // The first word stands as if in a list.
    var previous: Character = ","
    for character in text {
      switch character {
      // `TOKEN=…` is an assignment.
      case "=": guard "<>=!~^ ,|(".contains(previous) else { return false }
      case "<", ">", "!", "~", "^", "|", "*", "&", ",", " ", "(", ")", "@", "/", ":": break
      case _ where isWordCharacter(character):
        // Only numbers stand alone. Anything else may be a phrase.
        if previous == " ", character.isLetter { return false }
      default: return false
      }
      previous = character
    }
    // `user:password@host`
    return !(text.contains("@") && text.contains(":"))
  }

  /// Returns whether a text is a name, perhaps with a version after an `@`.
  static func isReference(_ text: some StringProtocol) -> Bool {
    if isName(text) || isVersion(text) { return true }
    guard let at = text.lastIndex(of: "@") else { return false }
    return isName(text[..<at]) && isVersion(text[text.index(after: at)...])
  }

  /// Returns a condition as messages show it: without its strings, any of which may be a secret.
  /// Only names of variables, as in `ENV["CI"]`, are shown.
  static func shownCondition(_ text: String) -> String {
    var shown = ""
    /// The quote that ends the open string, and the string so far.
    var quote: Character?
    var string = ""
    var isEscaped = false
    for character in text {
      guard let end = quote else {
        shown.append(character)
        if "\"'`".contains(character) { quote = character }
        continue
      }
      if character == end, !isEscaped {
        let isVariable = shown.dropLast().hasSuffix("ENV[") && isVariableName(string)
        shown += (isVariable ? string : hidden) + String(end)
        quote = nil
        string = ""
      } else {
        string.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return quote == nil ? shown : shown + hidden
  }

  /// Returns whether a text has the form of a variable's name, such as `GITHUB_ACTIONS`.
  private static func isVariableName(_ text: String) -> Bool {
    text.utf8.count <= 40 && !text.isEmpty
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// Returns a version as messages show it: hidden if it has another form, such as that of a token.
  static func shownVersion(_ text: some StringProtocol) -> String {
    isVersion(text) && !hasMixedWord(text) ? String(text) : hidden
  }

  /// Returns whether a word changes between letters and digits more often than those of versions,
  /// such as `v1`, `rc2`, and `1a3`, or is longer than they are.
  private static func hasMixedWord(_ text: some StringProtocol) -> Bool {
    text.split { !$0.isLetter && !$0.isNumber }.contains { word in
      let changes = zip(word, word.dropFirst()).count { $0.isNumber != $1.isNumber }
      return changes > maximumChangeCount || word.utf8.count > maximumVersionWordByteCount
    }
  }

  /// Returns the parts of a statement as messages show them: names, versions, and references as
  /// they are, and anything else hidden.
  static func shown(_ text: some StringProtocol) -> String {
    isReference(text) ? String(text) : hidden
  }
}
