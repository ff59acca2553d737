/// One thing that is wrong with the text of a manifest or a lock, and where.
package struct SyntaxProblem: Hashable, Sendable {
  package let origin: Origin
  package let fault: SyntaxFault

  package init(_ fault: SyntaxFault, at origin: Origin) {
    self.origin = origin
    self.fault = fault
  }
}

/// Everything that is wrong with one text, in its order; never empty, and at most ``limit``.
package struct SyntaxProblems: Error, Hashable, Sendable {
  /// More than this many are of no use to a reader: the text is something else than it should be.
  package static let limit = 100

  package let problems: [SyntaxProblem]

  package init(_ problems: [SyntaxProblem]) { self.problems = problems }
}

/// A way in which the text of a manifest or a lock can be wrong.
///
/// Words in payloads stand as they are written in the text, uncut and with whatever they contain.
package enum SyntaxFault: Hashable, Sendable {
  // The text as a whole.
  /// More bytes than `limit`.
  case tooLarge(limit: Int)
  case utf16
  case notUTF8
  case nulByte
  /// A character that only a terminal would notice.
  case controlCharacter(Unicode.Scalar)

  // Names and words, in every file.
  case toolName(String, WordFault)
  case version(String, WordFault)
  case executableName(String, WordFault)
  case platform(String, known: [String])
  case duplicatePlatform(String)
  /// A tool that stands for the second time; `line` is that of the first.
  case duplicateTool(String, line: Int)
  case requirement(String, RequirementFault)

  // `.tool-version`
  case missingVersion(tool: String)
  /// A range or `latest` where an exact version belongs.
  case rangeAsVersion(tool: String, text: String)
  case extraWord(String)

  // `Toolfile`: the grammar.
  /// Ruby, or something else that is not in the grammar; `known` is what stands there otherwise.
  case notPartOfToolfile(String, known: [String])
  case unexpected(found: SyntaxElement, expected: SyntaxElement)
  case unterminatedString
  case unknownEscape(String)
  case stringTooLong(limit: Int)
  case integerTooLarge(String)
  case nestedTooDeep(limit: Int)
  case valueAfterOption
  case duplicateKey(String)
  /// `group`, `on` or `define` without a `do`.
  case missingDo(word: String)
  case missingEnd(word: String)
  case strayEnd
  /// A word that takes no block, with a `do`.
  case unexpectedBlock(word: String)

  // `Toolfile`: the meaning.
  case notSupportedYet(word: String)
  case missingArgument(word: String, SyntaxElement)
  case extraArgument(word: String)
  /// A word or option that was given before; `line` is that of the first.
  case duplicateStatement(word: String, line: Int)
  case onlyAtTopLevel(word: String)
  case blockInItself(word: String)
  case unknownOption(word: String, option: String, known: [String])
  /// `subject` is the option or the word whose value it is.
  case wrongValue(of: String, expected: SyntaxElement, found: SyntaxElement)
  case duration(String)
  case emptyValue(of: String)
  case duplicateValue(of: String, String)
  /// A requirement both among the values and as `version:`.
  case requirementTwice
  /// `platforms:` and the `on` around it have none in common.
  case noPlatformLeft(tool: String)
  /// The source has another address than where it was named first.
  case otherAddress(source: String, line: Int)

  /// What the source of a tool has against its options.
  case source(SourceProblem)

  // `Toolfile.lock`
  case notALockfile
  case newerLockfile(number: String, known: Int)
  case conflictMarkers
  case truncated
  case lockLine(word: String, LockLineFault)
  case missingLine(word: String, tool: String?)
  case repeatedLine(word: String)
  case strayLine(word: String)
  /// Neither at the margin nor two spaces from it.
  case lockIndentation
  case toolOutOfOrder(String, after: String)
}

/// What keeps a word from being a name or a version.
package enum WordFault: Hashable, Sendable {
  case empty
  case tooLong(limit: Int)
  /// It cannot begin so.
  case start(Unicode.Scalar)
  /// It cannot contain this.
  case character(Unicode.Scalar)
}

/// What keeps a text from being a requirement.
package enum RequirementFault: Hashable, Sendable {
  case emptyClause
  case missingVersion
  case unknownComparator(String)
  case wildcard(String)
  case character(Unicode.Scalar)
  case notAVersion(String)
  case tooLong(limit: Int)
}

/// What is wrong with a line of a lock that begins with a known word.
package enum LockLineFault: Hashable, Sendable {
  /// Two spaces in a row, or one at the end.
  case emptyField
  /// The kind of field that is expected, in a word: `platform`.
  case missingField(String)
  case extraField(String)
  case repeatedField(String)
  case tooManyFields(limit: Int)
  case unterminatedQuote
  case unknownEscape(String)
  /// The first value is the kind, as in `missingField`.
  case wrongField(String, found: String)
  /// A digest that is none of SHA-256.
  case weakDigest(algorithm: String)
  /// The digest does not begin with the content id.
  case foreignContentID(String)
  /// A password or a token in an address. It is not in the payload on purpose.
  case credentials
}

/// What can stand in a Toolfile.
package enum SyntaxElement: Hashable, Sendable {
  case value, argument, string, symbol, symbolOrString, integer, boolean, array, map, key
  case stringOrStrings, symbolsOrStrings
  /// Names of programs, or a map of names to paths.
  case executables
  /// A path of a file in an artifact.
  case artifactPath
  case toolName, sourceName, address, duration, groupName, platform, requirement
  case endOfLine, endOfFile, comma, newStatement
  case closing(Character)
  /// Anything else, as written.
  case text(String)
}
