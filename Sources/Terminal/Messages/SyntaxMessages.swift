package import Diagnostics

extension SyntaxProblems {
  /// One message for all of them: a file is mended in one go.
  package var message: Message {
    let lines = problems.map { "\($0.origin): \($0.fault.sentence)" }
    guard problems.count == 1, let problem = problems.first else {
      var message = Message("syntax", "\(path) has \(problems.count) errors").column("at", lines)
      for fact in distinctFacts { message = message.detail(fact.label, fact.text) }
      return message
    }
    let message = Message("syntax", problem.fault.sentence)
      .detail("at", "\(problem.origin)")
    return problem.fault.facts.reduce(message) { $0.detail($1.label, $1.text) }
  }

  /// What to run, or to do with the whole file; what else a single fault says would stand too far from its line.
  private var distinctFacts: [(label: String, text: String)] {
    problems.flatMap(\.fault.facts).filter { $0.label == "run" || $0 == SyntaxFault.otherLock }
      .prefix(1).map(\.self)
  }

  private var path: String {
    guard case .file(let path, _, _)? = problems.first?.origin else { return "the file" }
    return path
  }
}

// Describes faults in manifests and locks. The place precedes the sentence, facts follow below.
extension SyntaxFault {
  /// One sentence without a full stop: "`if` is not part of a Toolfile".
  package var sentence: String {
    switch self {
    // Texts as such, and the words of every file.
    case .tooLarge(let limit): "the file is larger than \(size(limit))"
    case .utf16: "the file is UTF-16, not UTF-8"
    case .notUTF8: "this is not UTF-8"
    case .nulByte: "a NUL byte: the file is not text"
    case .controlCharacter(let character): "unexpected control character \(name(of: character))"
    case .toolName(_, .empty): "the tool name is empty"
    case .version(_, .empty): "the version is empty"
    case .executableName(_, .empty): "the name of the executable is empty"
    case .requirement("", _): "the requirement is empty"
    case .toolName(let text, let fault):
      "\(literal(text)) is not a tool name: \(fault.sentence)"
    case .version(let text, let fault): "\(literal(text)) is not a version: \(fault.sentence)"
    case .executableName(let text, let fault):
      "\(literal(text)) is not the name of an executable: \(fault.sentence)"
    case .platform(let text, _): "\(literal(text)) is not a platform"
    case .duplicatePlatform(let text): "\(literal(text)) is named twice"
    case .duplicateTool(let name, let line): "\(literal(name)) is already on line \(line)"
    case .requirement(let text, let fault):
      "\(literal(text)) is not a requirement: \(fault.sentence)"
    case .missingVersion(let tool): "no version after \(literal(tool))"
    case .rangeAsVersion(_, let text):
      "\(literal(text)) is not an exact version; ranges go into `Toolfile`"
    case .extraWord(let text): "unexpected \(literal(text)) after the version"
    // `Toolfile`
    case .notPartOfToolfile(let text, _): "\(literal(text)) is not part of a Toolfile"
    case .unexpected(let found, let expected):
      "expected \(noun(expected)), found \(noun(found))"
    case .unterminatedString: "the string does not end on this line"
    case .unknownEscape(let text):
      "\(literal(text)) is not an escape; there are \\\\ \\\" \\' \\n \\t"
    case .stringTooLong(let limit): "the string is longer than \(size(limit))"
    case .integerTooLarge(let text): "\(literal(text)) is too large a number"
    case .nestedTooDeep(let limit): "nested more than \(limit) deep"
    case .valueAfterOption: "a value cannot follow an option"
    case .duplicateKey(let key): "\(literal(key + ":")) is given twice"
    case .missingDo(let word): "\(literal(word)) needs a block: `do` … `end`"
    case .missingEnd(let word): "no `end` for this \(literal(word))"
    case .strayEnd: "`end` without a block"
    case .unexpectedBlock(let word): "\(literal(word)) takes no block"
    case .notSupportedYet(let word): "\(literal(word)) is not supported by this bootstrap"
    case .missingArgument(let word, let element): "\(literal(word)) needs \(noun(element))"
    case .extraArgument(let word): "unexpected value after \(literal(word))"
    case .duplicateStatement(let word, let line):
      "\(literal(word)) is already on line \(line)"
    case .onlyAtTopLevel(let word): "\(literal(word)) cannot stand in a block"
    case .blockInItself(let word):
      "\(literal(word)) cannot stand in another \(literal(word))"
    case .unknownOption(let word, let option, _):
      "\(literal(word)) has no option \(literal(option + ":"))"
    case .wrongValue(let subject, let expected, let found):
      "\(literal(subject)) needs \(noun(expected)), not \(noun(found))"
    case .duration(let text): "\(literal(text)) is not a duration"
    case .emptyValue(let subject): "the value of \(literal(subject)) is empty"
    case .duplicateValue(let subject, let text):
      "\(literal(text)) is named twice in \(literal(subject))"
    case .requirementTwice: "the requirement is given twice, before `version:` and in it"
    case .noPlatformLeft(let tool):
      "no platform is left for \(literal(tool)): `platforms:` and `on` have none in common"
    case .otherAddress(let source, let line):
      "line \(line) gives another address for the source \(literal(source))"
    case .source(let problem): problem.message.headline
    // `Toolfile.lock`
    case .notALockfile: "this is not a lock: it does not begin with `lockfile 1`"
    case .newerLockfile(let number, let known):
      "written by a newer bootstrap: `lockfile \(printable(number))`, this one reads up to \(known)"
    case .conflictMarkers: "the lock has conflict markers"
    case .truncated: "the lock ends in the middle"
    case .lockLine(let word, let fault): "\(literal(word)): \(fault.sentence)"
    case .missingLine(let word, let tool?): "\(literal(tool)) has no line \(literal(word))"
    case .missingLine(let word, nil): "there is no line \(literal(word))"
    case .repeatedLine(let word): "this \(literal(word)) is given twice"
    case .strayLine(let word): "\(literal(word)) does not belong here"
    case .lockIndentation: "a line begins at the margin or after two spaces"
    case .toolOutOfOrder(let name, let last):
      "\(literal(name)) comes after \(literal(last)); tools are sorted by name"
    }
  }

  fileprivate static let otherLock = (
    label: "try", text: "take it from version control, or remove it and run `bootstrap lock`"
  )

  /// What exists instead, and what to do: a label and a text each.
  package var facts: [(label: String, text: String)] {
    switch self {
    case .platform(_, let known): [("known", known.joined(separator: ", "))]
    case .rangeAsVersion(let tool, _):
      [("try", "in Toolfile: tool \"\(printable(tool))\", \"~> …\"")]
    case .notPartOfToolfile(let text, let known), .unknownOption(_, let text, let known):
      nearestNames(to: text, in: known).map { ("nearest", literal($0)) }
    case .duration: [("try", "`3 days`, `12 hours` or `2 weeks`")]
    case .utf16: [("try", "save it as UTF-8")]
    case .requirement(_, .unknownComparator(let text)):
      [("known", "= != > >= < <= ~>")] + (text == "^" ? [("try", "~>")] : [])
    case .conflictMarkers, .toolOutOfOrder: [("run", "bootstrap lock")]
    case .newerLockfile: [("try", "a newer bootstrap")]
    case .notALockfile, .truncated, .missingLine, .lockLine: [Self.otherLock]
    default: []
    }
  }
}

extension WordFault {
  fileprivate var sentence: String {
    switch self {
    case .empty: "it is empty"
    case .tooLong(let limit): "it is longer than \(limit) bytes"
    case .start(let character): "it cannot begin with \(name(of: character))"
    case .character(let character): "it cannot contain \(name(of: character))"
    }
  }
}

extension RequirementFault {
  fileprivate var sentence: String {
    switch self {
    case .emptyClause: "a condition is missing"
    case .missingVersion: "a version is missing"
    case .unknownComparator(let text): "\(literal(text)) is no comparison"
    case .wildcard(let text): "\(literal(text)) is a pattern"
    case .character(let character): "it cannot contain \(name(of: character))"
    case .notAVersion(let text): "\(literal(text)) is not a version"
    case .tooLong(let limit): "a version is longer than \(limit) bytes"
    }
  }
}

extension LockLineFault {
  fileprivate var sentence: String {
    switch self {
    case .emptyField: "fields are separated by one space"
    case .missingField(let kind): "\(noun(ofField: kind)) is missing"
    case .extraField(let text): "unexpected \(literal(text))"
    case .repeatedField(let text): "\(literal(text)) is given twice"
    case .tooManyFields(let limit): "more than \(limit)"
    case .unterminatedQuote: "the quoted field does not end on this line"
    case .unknownEscape(let text): "\(literal(text)) is not an escape"
    case .wrongField(let kind, let found): "\(literal(found)) is not \(noun(ofField: kind))"
    case .weakDigest(let algorithm): "a digest by \(literal(algorithm)); only `sha256` counts"
    case .foreignContentID(let id): "the digest does not begin with the content id \(literal(id))"
    case .credentials: "the URL holds a user name or a password"
    }
  }
}
