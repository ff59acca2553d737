/// A parser of one text of a requirement: clauses joined by commas.
struct RequirementParser {
  private let bytes: [UInt8]
  private let text: String
  private let textIndex: Int
  private var position = 0

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - text: The text to parse.
  ///   - textIndex: The index of the text among those of the requirement, for errors.
  init(text: String, textIndex: Int) {
    self.text = text
    self.bytes = Array(text.utf8)
    self.textIndex = textIndex
  }

  /// Parses the complete text.
  ///
  /// - Throws: ``RequirementError`` if the text is not a list of clauses.
  mutating func clauses() throws(RequirementError) -> [Requirement.Clause] {
    try rejectForbiddenCharacters()
    var clauses: [Requirement.Clause] = []
    repeat { clauses.append(try clause()) } while takeComma()
    return clauses
  }

  /// Parses one clause, up to the comma after it.
  ///
  /// - Throws: ``RequirementError`` if the text up to the comma is not a clause.
  private mutating func clause() throws(RequirementError) -> Requirement.Clause {
    skipSpaces()
    let start = position
    let written = run(of: \.isComparatorByte)
    let versionStart = skipSpaces()
    var version = run(of: { $0 != UInt8(ascii: ",") })
    while let last = version.last, last.isSpace { version.removeLast() }

    if (written + version).contains(UInt8(ascii: "|")) { throw error(.alternatives, at: start) }
    if written.isEmpty, version.isEmpty { throw error(.emptyClause, at: start) }
    guard let comparator = written.isEmpty ? .equal : Comparator(rawValue: string(written)) else {
      throw error(.unknownComparator(string(written)), at: start)
    }
    guard !version.isEmpty else { throw error(.missingVersion, at: start) }
    guard version.count <= Version.maximumByteCount else {
      throw error(.tooLong(byteCount: version.count), at: versionStart)
    }
    if isWildcard(version) {
      throw error(.wildcard(string(version)), at: versionStart)
    }
    guard VersionScheme.allCases.contains(where: { $0.readInRequirement(version) != nil }) else {
      throw error(.notAVersion(string(version)), at: versionStart)
    }
    return Requirement.Clause(comparator, string(version))
  }

  /// The words that stand for any number in the patterns of other tools.
  private static let placeholders: Set = ["x", "latest", "newest", "any"]

  /// Returns whether the text of a version contains an asterisk, or has a word such as `x` in place
  /// of a number: `5.x` or `5.latest`.
  ///
  /// RubyGems parses `5.x` as a prerelease, but the author of `~> 5.x` intends a pattern. A part of
  /// a prerelease or of build metadata (`1.0.0-x.7`) may be any word.
  private func isWildcard(_ version: ArraySlice<UInt8>) -> Bool {
    if version.contains(UInt8(ascii: "*")) { return true }
    let release = version.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }
    let parts = release.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // A word alone, such as `latest`, is no pattern.
    if parts.count == 1, release.count > 1 { return false }
    return parts.contains { Self.placeholders.contains(string($0).lowercased()) }
  }

  /// Checks that every character is printable ASCII or whitespace.
  ///
  /// - Throws: ``RequirementError/Reason/forbiddenCharacter(_:)`` for the first other character.
  private func rejectForbiddenCharacters() throws(RequirementError) {
    var offset = 0
    for scalar in text.unicodeScalars {
      let isAllowed = " "..."~" ~= scalar || scalar == "\n" || scalar == "\r" || scalar == "\t"
      guard isAllowed else { throw error(.forbiddenCharacter(scalar), at: offset) }
      offset += UTF8.width(scalar)
    }
  }

  /// Takes a comma and returns true, or returns false if no comma comes next.
  private mutating func takeComma() -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { return false }
    position += 1
    return true
  }

  /// Skips whitespace and returns the new position.
  @discardableResult
  private mutating func skipSpaces() -> Int {
    _ = run(of: \.isSpace)
    return position
  }

  /// Takes the longest run of bytes for which `set` returns true, which may be empty.
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
  /// Whether the byte is ASCII whitespace.
  fileprivate var isSpace: Bool {
    self == UInt8(ascii: " ") || UInt8(ascii: "\t")...UInt8(ascii: "\r") ~= self
  }

  /// Whether the byte occurs in a comparator of this syntax, or of the syntax of other tools.
  fileprivate var isComparatorByte: Bool {
    switch self {
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "|"), UInt8(ascii: "&"):
      true
    default: false
    }
  }
}
