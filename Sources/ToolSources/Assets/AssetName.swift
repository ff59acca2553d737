/// What the name of a release's file says about the file.
struct AssetName: Sendable {
  /// The name as the release spells it.
  let text: String
  let ending: AssetEnding
  /// The relation of the name to the tool.
  private(set) var relation = Relation.unrelated
  private(set) var systems: AssetSystems = []
  private(set) var architectures: AssetArchitectures = []
  /// The C library, or `nil` if the name states none.
  private(set) var library: AssetLibrary?
  /// The level of the x64 architecture, or 1 if the name states none.
  private(set) var level = 1
  /// The contents other than the tool's programs, or `nil`.
  private(set) var contents: AssetRejection?
  /// Whether the name contains the version or another number.
  private(set) var hasVersion = false
  /// Whether the name contains the whole version.
  private(set) var hasFullVersion = false
  /// The words without a known meaning.
  private(set) var words: [String] = []

  /// The relation of a file's name to a tool, in the order of preference.
  enum Relation: Int, Comparable {
    /// The name contains the tool's name.
    case tool
    /// The name contains the repository's name.
    case repository
    /// The name contains only words for platforms.
    case nameless
    /// A word of the name begins like the tool's or repository's name.
    case similar
    case unrelated

    static func < (left: Relation, right: Relation) -> Bool { left.rawValue < right.rawValue }
  }

  /// Reads a name.
  init(_ text: String, of subject: AssetSubject) {
    self.text = text
    let lowercase = text.lowercased()
    let (stem, ending) = AssetEnding.split(lowercase[...]) { word in
      AssetWord.meanings[String(word)] != nil || subject.contains(word)
    }
    self.ending = ending
    switch ending {
    case .appImage: systems = .linux
    case .container(_, let stated): systems = stated
    case .windows: systems = .other
    default: break
    }
    // About half of a release's files accompany others. Their names say nothing more.
    if case .companion = ending { return }
    var tokens = Self.tokens(of: stem).flatMap(subject.separated).map(Token.init)
    if let range = Self.range(of: subject.tool, in: tokens) {
      relation = .tool
      for index in range { tokens[index].isRead = true }
    }
    if let range = Self.range(of: subject.repository, in: tokens) {
      if relation != .tool { relation = .repository }
      for index in range { tokens[index].isRead = true }
    }
    if let range = Self.range(ofVersion: subject.version, in: tokens) {
      hasVersion = true
      hasFullVersion = true
      for index in range { tokens[index].isRead = true }
    }
    read(tokens, subject)
    if relation == .unrelated {
      if words.isEmpty {
        relation = .nameless
      } else if words.contains(where: subject.isSimilar) {
        relation = .similar
      }
    }
  }

  /// A run of letters and digits in a name.
  private struct Token {
    let text: String
    /// Whether the token's meaning is known.
    var isRead = false

    init(_ text: String) { self.text = text }
  }

  /// Reads the tokens that are part of neither a name nor the version.
  private mutating func read(_ tokens: [Token], _ subject: AssetSubject) {
    var bits = 0
    var index = 0
    while index < tokens.count {
      if tokens[index].isRead {
        index += 1
        continue
      }
      let (meaning, count) = Self.meaning(at: index, of: tokens)
      if let meaning {
        note(meaning, &bits)
      } else {
        note(word: tokens[index].text, &bits, subject)
      }
      index += count
    }
    if systems.contains(.other) { systems = .other }
    if architectures.isEmpty, bits > 0 { architectures = bits == 64 ? .x64 : .other }
    if architectures == .x86, bits == 64 { architectures = .x64 }
    if architectures.contains(.other) { architectures = .other }
    // In `tool-all-linux-amd64`, the word `all` describes the contents.
    if !architectures.isDisjoint(with: [.x64, .arm64]) { architectures.remove(.universal) }
  }

  /// Returns the meaning of the longest phrase that starts at `index`, and its length in tokens.
  private static func meaning(at index: Int, of tokens: [Token]) -> (AssetWord?, count: Int) {
    var phrase = tokens[index].text
    var found: (AssetWord?, count: Int) = (AssetWord.meanings[phrase], 1)
    for count in 2...AssetWord.maximumPhrase {
      let last = index + count - 1
      guard last < tokens.count, !tokens[last].isRead else { break }
      phrase += " " + tokens[last].text
      if let meaning = AssetWord.meanings[phrase] { found = (meaning, count) }
    }
    return found
  }

  /// Records the meaning of a word.
  private mutating func note(_ meaning: AssetWord, _ bits: inout Int) {
    switch meaning {
    case .system(let system): systems.formUnion(system)
    case .architecture(let architecture): architectures.formUnion(architecture)
    case .library(let stated): library = library ?? stated
    case .linux(let stated):
      systems.formUnion(.linux)
      library = library ?? stated
    case .bits(let count): bits = count
    case .level(let stated): level = stated
    case .contents(let stated): contents = contents ?? stated
    case .neutral: break
    }
  }

  /// Records a word that has no meaning as a whole.
  private mutating func note(word: String, _ bits: inout Int, _ subject: AssetSubject) {
    let digits = word.utf8.first == UInt8(ascii: "v") ? word.utf8.dropFirst() : word.utf8[...]
    if digits.allSatisfy(\.isDigit) {
      hasVersion = true
      return
    }
    if let parts = Self.joinedWords(word) {
      for part in parts { note(part, &bits) }
    } else if !subject.tagWords.contains(word) {
      words.append(word)
    }
  }

  /// Returns the meanings of the words that a token such as `linux64` consists of, or `nil` if it
  /// contains anything else.
  static func joinedWords(_ token: String) -> [AssetWord]? {
    var rest = token[...]
    var meanings: [AssetWord] = []
    while !rest.isEmpty {
      if let word = AssetWord.joinable.first(where: rest.hasPrefix) {
        if let meaning = AssetWord.meanings[word] { meanings.append(meaning) }
        rest = rest.dropFirst(word.count)
      } else if !meanings.isEmpty, rest.utf8.first?.isDigit == true {
        rest = rest.drop { $0.isNumber }
      } else {
        return nil
      }
    }
    return meanings
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}

extension AssetName {
  /// Splits a text in lowercase into its runs of letters and digits.
  static func tokens(of text: Substring) -> [String] {
    text.utf8.split { byte in
      byte < 0x80 && !(0x61...0x7A).contains(byte) && !(0x30...0x39).contains(byte)
    }.map { String(Substring($0)) }
  }

  /// Returns the tokens that together spell a name, or `nil`. Separators do not matter.
  private static func range(of name: String, in tokens: [Token]) -> Range<Int>? {
    if name.isEmpty { return nil }
    for start in tokens.indices {
      var rest = name[...]
      var end = start
      while end < tokens.count, !tokens[end].isRead, rest.hasPrefix(tokens[end].text) {
        rest = rest.dropFirst(tokens[end].text.count)
        end += 1
        if rest.isEmpty { return start..<end }
      }
    }
    return nil
  }

  /// Returns the tokens that spell the version, or `nil`.
  private static func range(ofVersion version: [String], in tokens: [Token]) -> Range<Int>? {
    if version.isEmpty || tokens.count < version.count { return nil }
    for start in 0...tokens.count - version.count {
      let isVersion = version.indices.allSatisfy { offset in
        let token = tokens[start + offset]
        return !token.isRead
          && (token.text == version[offset] || offset == 0 && token.text == "v" + version[0])
      }
      if isVersion { return start..<start + version.count }
    }
    return nil
  }
}
