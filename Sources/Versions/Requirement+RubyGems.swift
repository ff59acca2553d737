extension Requirement {
  /// Parses clauses as RubyGems writes them in its index and in the metadata of a gem, such as
  /// `>= 1.2`, `~>1.2.3`, or `1.x`. Returns `nil` if one of them is malformed.
  ///
  /// RubyGems writes `>= 0` for no requirement, so this clause alone is ``any``. Unlike
  /// ``init(parsing:)``, this initializer reads `1.x` as a prerelease, as RubyGems does: the text
  /// was written by a program, which does not use wildcards.
  package init?(rubyGems texts: [ArraySlice<UInt8>]) {
    guard texts.reduce(0, { $0 + $1.count }) <= Self.maximumByteCount else { return nil }
    var clauses: [Clause] = []
    for text in texts {
      guard let clause = Clause(rubyGems: text) else { return nil }
      clauses.append(clause)
    }
    self.init(clauses: clauses == [Clause(.greaterOrEqual, "0")] ? [] : clauses)
  }
}

extension Requirement.Clause {
  /// Parses a clause, or returns `nil` if `text` is malformed.
  fileprivate init?(rubyGems text: ArraySlice<UInt8>) {
    let text = text.trimmingSpaces
    let sign = text.prefix { "=!<>~".utf8.contains($0) }
    let version = text[sign.endIndex...].trimmingSpaces
    guard
      let comparator = sign.isEmpty
        ? .equal : Comparator(rawValue: String(decoding: sign, as: UTF8.self)),
      version.count <= Version.maximumByteCount,
      version.allSatisfy({ UInt8(ascii: "!")...UInt8(ascii: "~") ~= $0 }),
      RubyGemsVersion(reading: version) != nil
    else { return nil }
    self.init(comparator, String(decoding: version, as: UTF8.self))
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces at both ends.
  fileprivate var trimmingSpaces: ArraySlice<UInt8> {
    var rest = drop { $0 == UInt8(ascii: " ") }
    while rest.last == UInt8(ascii: " ") { rest.removeLast() }
    return rest
  }
}
