internal import Diagnostics

/// A text with words in braces that depend on the version and the platform, such as
/// `https://example.org/{version}/tool-{os}-{arch}.tar.gz`.
package struct Template: Hashable, Sendable {
  /// The template as written.
  package let text: String
  let pieces: [Piece]

  /// A part of a template.
  enum Piece: Hashable, Sendable {
    case text(String)
    case word(TemplateWord)
  }

  /// Parses a template.
  ///
  /// - Throws: ``TemplateFault`` if a word is unknown, or a brace has no counterpart.
  package init(_ text: String) throws(TemplateFault) {
    self.text = text
    var pieces: [Piece] = []
    var rest = text[...]
    while let brace = rest.firstIndex(where: { "{}".contains($0) }) {
      if brace > rest.startIndex { pieces.append(.text(String(rest[..<brace]))) }
      let start = rest.index(after: brace)
      guard rest[brace] == "{", let end = rest[start...].firstIndex(where: { "{}".contains($0) }),
        rest[end] == "}"
      else { throw .brace }
      let name = String(rest[start..<end])
      guard let word = TemplateWord(rawValue: name) else { throw .unknownWord(name) }
      pieces.append(.word(word))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    self.pieces = pieces
  }

  /// The words of the template.
  package var words: Set<TemplateWord> {
    Set(pieces.compactMap { piece in if case .word(let word) = piece { word } else { nil } })
  }

  /// The text before the first word.
  package var start: String {
    if case .text(let text)? = pieces.first { text } else { "" }
  }
}

/// A word of a template.
package enum TemplateWord: String, CaseIterable, Sendable {
  /// The version, and the tag or name from which it was read.
  case version, tag
  /// The build of the version, in a pattern from which versions are read.
  case build
  /// The first three numbers of the version.
  case major, minor, patch
  /// The parts of the platform's name, or what the option of that name states instead.
  case os, arch
  /// What the option of that name states for the platform.
  case target, ext
  /// The address of the file, in the address of a file that accompanies it.
  case url

  /// The words with an option that states their values.
  package static let mapped: [TemplateWord] = [.os, .arch, .target, .ext]
}

/// A reason a template cannot be used.
package enum TemplateFault: Error, Hashable, Sendable {
  /// No word has this name.
  case unknownWord(String)
  /// A brace has no counterpart.
  case brace
  /// The word has no value here.
  case noValue(TemplateWord)
  /// The word cannot be read back from a name.
  case notReadable(TemplateWord)
  /// The pattern ends with the version. The version would include the ending of a companion file,
  /// such as `tool-1.0.sha256`.
  case endsWithVersion
  /// `{build}` does not follow `{version}` and a separator.
  case misplacedBuild
  /// The pattern contains `*`, although versions are read from the names that match it.
  case wildcard
  /// A pattern needs `{version}` or `{tag}`, but not both.
  case noVersion
  /// The key of a map is no platform, system, or architecture. `known` lists those that are.
  case unknownPlatform(String, known: [String])
  /// The value of a map is not text.
  case notText(key: String)

  /// The reason as part of a sentence, for a message.
  package var words: String {
    switch self {
    case .unknownWord(let name):
      "\(abbreviated("{\(name)}")) is not a word of a template"
    case .brace: "a brace has no counterpart"
    case .noValue(let word): "`{\(word.rawValue)}` has no value here"
    case .notReadable(let word): "`{\(word.rawValue)}` cannot be read from a name"
    case .endsWithVersion: "text must follow the version"
    case .misplacedBuild: "`{build}` must follow `{version}` and a separator"
    case .wildcard: "it cannot contain `*`, because versions are read from the names"
    case .noVersion: "it needs `{version}`"
    case .unknownPlatform(let key, _): "\(abbreviated(key)) is not a platform"
    case .notText(let key): "the value of `\(key)` is not text"
    }
  }

  /// What would be valid instead, or an empty array if there is nothing to list.
  package var known: [String] {
    switch self {
    // Only one option takes `{build}`.
    case .unknownWord: TemplateWord.allCases.filter { $0 != .build }.map { "{\($0.rawValue)}" }
    case .unknownPlatform(_, let known): known
    case .noValue(let word) where TemplateWord.mapped.contains(word):
      ["\(word.rawValue): {linux_x64: \"…\"}"]
    case .brace, .noValue, .notReadable, .noVersion, .notText, .endsWithVersion, .misplacedBuild,
      .wildcard:
      []
    }
  }
}
