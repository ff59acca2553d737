/// The tool whose files are sought, as the names of files spell it.
struct AssetSubject: Sendable {
  /// The tool's name in lowercase, without separators.
  let tool: String
  /// The repository's name in lowercase, without its owner and separators.
  let repository: String
  /// The runs of letters and digits of the version, without a leading `v`.
  let version: [String]
  /// The words before the version in the release's tag.
  let tagWords: [String]
  /// The words of both names.
  private let words: Set<String>

  /// Creates a subject from the names as people spell them.
  init(repository: String, tool: String, version: String) {
    let toolWords = AssetName.tokens(of: tool.lowercased()[...])
    let repositoryWords = AssetName.tokens(
      of: (repository.split(separator: "/").last ?? "").lowercased()[...])
    self.tool = toolWords.joined()
    self.repository = repositoryWords.joined()
    words = Set(toolWords + repositoryWords)
    var tokens = AssetName.tokens(of: version.lowercased()[...])
    let start = tokens.firstIndex { token in
      let digits = token.hasPrefix("v") ? token.dropFirst() : token[...]
      return digits.utf8.first.map { (0x30...0x39).contains($0) } ?? false
    }
    tagWords = Array(tokens.prefix(start ?? 0))
    tokens.removeFirst(start ?? 0)
    if let first = tokens.first, first.hasPrefix("v") { tokens[0] = String(first.dropFirst()) }
    self.version = tokens
  }

  /// Returns whether a word is part of one of the names.
  func contains(_ word: Substring) -> Bool { words.contains(String(word)) }

  /// Returns whether a word begins like one of the names.
  func isSimilar(_ word: String) -> Bool {
    let length = 3
    let start = word.prefix(length)
    return start.count == length && (tool.hasPrefix(start) || repository.hasPrefix(start))
  }

  /// Separates one of the names from the words that follow it without a separator, as in `tool1`
  /// and `toollinux`.
  func separated(_ token: String) -> [String] {
    for name in [tool, repository] where token.count > name.count && token.hasPrefix(name) {
      let rest = token.dropFirst(name.count)
      if name.isEmpty { continue }
      if rest.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        || AssetWord.joinable.contains(where: rest.hasPrefix)
      {
        return [name, String(rest)]
      }
    }
    return [token]
  }
}
