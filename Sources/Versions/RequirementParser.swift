/// A parser of one text of a requirement: clauses joined by commas.
struct RequirementParser {
  private let bytes: [UInt8]
  private let text: String
  private let textIndex: Int
  private var position = 0

  init(text: String, textIndex: Int) {
    self.text = text
    self.bytes = Array(text.utf8)
    self.textIndex = textIndex
  }

  /// Parses the complete text.
  mutating func clauses() throws(RequirementError) -> [Requirement.Clause] {
    try refuseForbiddenCharacters()
    var clauses: [Requirement.Clause] = []
    repeat { clauses.append(try clause()) } while takeComma()
    return clauses
  }

  /// Parses one clause, up to the comma after it.
  private mutating func clause() throws(RequirementError) -> Requirement.Clause {
    skipSpaces()
    let start = position
    let written = run(of: \.isComparatorByte)
    let wordStart = skipSpaces()
    var word = run(of: { $0 != UInt8(ascii: ",") })
    while let last = word.last, last.isSpace { word.removeLast() }

    if written.isEmpty, word.isEmpty { throw error(.emptyClause, at: start) }
    guard let comparator = written.isEmpty ? .equal : Comparator(rawValue: string(written)) else {
      throw error(.unknownComparator(string(written)), at: start)
    }
    guard !word.isEmpty else { throw error(.missingVersion, at: start) }
    guard word.count <= Version.maximumByteCount else {
      throw error(.tooLong(byteCount: word.count), at: wordStart)
    }
    if isWildcard(word, after: comparator) { throw error(.wildcard(string(word)), at: wordStart) }
    guard VersionScheme.allCases.contains(where: { $0.readInRequirement(word) != nil }) else {
      throw error(.notAVersion(string(word)), at: wordStart)
    }
    return Requirement.Clause(comparator, string(word))
  }

  /// Whether a word contains a star, or has an `x` in place of the last number.
  ///
  /// RubyGems reads `5.x` as a prerelease. That is meaningful in `~> 5.x`, but `= 5.x` never
  /// means what its author intends.
  private func isWildcard(_ word: ArraySlice<UInt8>, after comparator: Comparator) -> Bool {
    if word.contains(UInt8(ascii: "*")) { return true }
    let endsInPlaceholder =
      word.last?.lowercasedASCII == UInt8(ascii: "x")
      && (word.count == 1 || word.dropLast().last == UInt8(ascii: "."))
    return endsInPlaceholder && (comparator == .equal || comparator == .notEqual)
  }

  /// Throws at the first character that is neither printable ASCII nor white space.
  private func refuseForbiddenCharacters() throws(RequirementError) {
    var offset = 0
    for scalar in text.unicodeScalars {
      let isAllowed = " "..."~" ~= scalar || scalar == "\n" || scalar == "\r" || scalar == "\t"
      guard isAllowed else { throw error(.forbiddenCharacter(scalar), at: offset) }
      offset += UTF8.width(scalar)
    }
  }

  private mutating func takeComma() -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { return false }
    position += 1
    return true
  }

  /// Skips spaces and returns the new position.
  @discardableResult
  private mutating func skipSpaces() -> Int {
    _ = run(of: \.isSpace)
    return position
  }

  /// Takes the longest run of bytes in `set`, which may be empty.
  private mutating func run(of set: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, set(bytes[position]) { position += 1 }
    return bytes[start..<position]
  }

  private func string(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private func error(_ reason: RequirementError.Reason, at offset: Int) -> RequirementError {
    RequirementError(reason, textIndex: textIndex, offset: offset)
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool {
    self == UInt8(ascii: " ") || UInt8(ascii: "\t")...UInt8(ascii: "\r") ~= self
  }

  /// Whether the byte occurs in a comparator of this syntax or of another tool's.
  fileprivate var isComparatorByte: Bool {
    switch self {
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "|"), UInt8(ascii: "&"):
      true
    default: false
    }
  }
}
