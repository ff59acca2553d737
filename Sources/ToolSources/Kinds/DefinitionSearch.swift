package import Manifests
internal import TextSearch
internal import Vocabulary

/// A search for definitions by words that people type: names, aliases, commands, and words of the
/// summary.
package struct DefinitionSearch: Sendable {
  /// A definition that matches, and the registry that contains it.
  package struct Match: Sendable {
    /// The registry, as a lock names it.
    package let registry: String
    package let definition: Definition
  }

  /// How well a text matches a word. A lower value is better.
  private enum Rank: Int, Comparable {
    case name, alias, nameStart, namePart, aliasPart, summaryWord, summaryPart

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  private let words: [String]

  /// Creates a search. A definition matches if each of `words` matches it somewhere.
  package init(for words: [String]) { self.words = words.map { $0.lowercased() } }

  /// Returns the definitions that match, best first. If two registries define a tool, only the
  /// first definition is searched.
  package func matches(in registries: Registries) -> [Match] {
    var seen: Set<ToolName> = []
    var ranked: [(rank: Int, match: Match)] = []
    for registry in registries.registries {
      for definition in registry.definitions() where seen.insert(definition.name).inserted {
        guard let rank = rank(of: definition) else { continue }
        ranked.append((rank, Match(registry: registry.name, definition: definition)))
      }
    }
    return ranked.sorted {
      ($0.rank, $0.match.definition.name) < ($1.rank, $1.match.definition.name)
    }.map(\.match)
  }

  /// Returns the sum of the ranks of all words, or `nil` if a word does not match.
  private func rank(of definition: Definition) -> Int? {
    var sum = 0
    for word in words {
      guard let rank = Self.rank(of: definition, for: word) else { return nil }
      sum += rank.rawValue
    }
    return sum
  }

  private static func rank(of definition: Definition, for word: String) -> Rank? {
    let name = definition.name.text
    if name == word { return .name }
    let commands = definition.executables.flatMap(\.value).map(\.name.text)
    let aliases = (definition.aliases + commands).map { $0.lowercased() }
    if aliases.contains(word) { return .alias }
    if name.hasPrefix(word) { return .nameStart }
    // A letter or two would match nearly everything.
    if word.count > 2 {
      if name.contains(word) { return .namePart }
      if aliases.contains(where: { $0.contains(word) }) { return .aliasPart }
    }
    let summary = (definition.summary ?? "").lowercased()
    if summary.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).contains(word[...]) {
      return .summaryWord
    }
    // A part of a word, such as `lint` in `linter`.
    return word.count > 2 && summary.contains(word) ? .summaryPart : nil
  }
}
