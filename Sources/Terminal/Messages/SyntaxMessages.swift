package import Diagnostics
internal import TextSearch
internal import Vocabulary

extension SyntaxProblems {
  /// One message for all faults, so that the file can be fixed in one pass.
  package var message: Message {
    let lines = problems.map { problem in
      "\(problem.origin): \(problem.fault.sentence)"
        + (problem.shownSuggestion.map { "; try: \($0.joined(separator: " and below it: "))" }
          ?? problem.fault.similarNames)
    }
    guard problems.count == 1, let problem = problems.first else {
      let paths = Set(problems.map(\.origin.path))
      let subject = paths.count == 1 ? "\(path) has" : "\(paths.count) files have"
      var message = Message("syntax", "\(subject) \(problems.count) errors").column("at", lines)
      message = message.detail(
        "platforms", problems.lazy.compactMap(\.fault.knownPlatforms).first ?? [])
      for fact in distinctFacts { message = message.detail(fact.label, fact.text) }
      return message.detail("because", hidesText ? Self.reason : nil)
    }
    let message = Message(problem.fault.code, problem.fault.sentence)
      .detail("at", "\(problem.origin)")
      .detail("because", hidesText ? Self.reason : nil)
    let suggestion = problem.shownSuggestion
    let facts = problem.fault.facts.filter { suggestion == nil || $0.label != "try" }
    return facts.reduce(message.detail("run", problem.pinningCommand)) {
      $0.detail($1.label, key: Self.keys[$1.label], $1.text)
    }.column("try", suggestion ?? [])
  }

  /// The reason that the text of the file is not shown.
  private static let reason =
    "the text is not shown, because the file is a link out of the repository"

  /// The names in JSON that differ from the label.
  private static let keys = ["similar": "nearest", "supported": "known"]

  /// The command to run or the advice for the whole file, for a message that lists several faults.
  /// Facts about a single fault are left out, because they would not be next to its line.
  private var distinctFacts: [(label: String, text: String)] {
    let facts = problems.flatMap(\.fault.facts)
    // No command repairs a lock with this advice, even if one repairs its other faults.
    if facts.contains(where: { $0 == SyntaxFault.otherLock }) { return [SyntaxFault.otherLock] }
    return facts.filter { $0.label == "run" }.prefix(1).map(\.self)
  }

  private var path: String {
    guard case .file(let path, _, _)? = problems.first?.origin else { return "the file" }
    return path
  }
}

extension SyntaxProblem {
  /// The lines to write, or `nil` if there are none or they contain a secret, without which nobody
  /// could write them.
  fileprivate var shownSuggestion: [String]? {
    suggestion.flatMap { text in
      concealed(text) == text
        ? text.split(separator: "\n").map { visible(String($0)) } : nil
    }
  }
}

// Faults in manifests and locks. The sentence does not contain the line and column, which the
// message adds.
extension SyntaxFault {
  /// A sentence without a period: "`if` is not part of a Toolfile".
  package var sentence: String {
    switch self {
    // Faults that can occur in every kind of file.
    case .unshownText(let expected?): "expected \(noun(expected))"
    case .unshownText(nil): "unexpected text"
    case .tooLarge(let limit, _): "the file is larger than \(size(limit))"
    case .utf16: "the file is UTF-16, not UTF-8"
    case .notUTF8: "the file is not valid UTF-8"
    case .nulByte: "unexpected NUL byte: the file is not text"
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
    case .platform(let text, _, _): "\(literal(text)) is not a platform"
    case .duplicatePlatform(let platform): "\(literal(platform.rawValue)) is listed twice"
    case .duplicateTool(let name, let line):
      "\(literal(name.text)) is already declared on line \(line)"
    case .requirement(let text, let fault):
      "\(literal(text)) is not a requirement: \(fault.sentence)"
    case .missingVersion(let tool): "expected a version after \(literal(tool.text))"
    case .rangeAsVersion(_, let text):
      "\(literal(text)) is not an exact version; ranges belong in the Toolfile"
    case .extraWord(let text): "unexpected \(literal(text)) after the version"
    // `Toolfile`
    case .notPartOfToolfile(let text, _): "\(literal(text)) is not part of a Toolfile"
    case .unexpected(let found, let expected):
      "expected \(noun(expected)), found \(noun(found))"
    case .unterminatedString: "the string does not end on this line"
    case .unknownEscape(let text):
      "\(literal(text)) is not a valid escape; use \\\\ \\\" \\' \\n or \\t"
    case .stringTooLong(let limit): "the string is longer than \(size(limit))"
    case .integerTooLarge(let text): "the number \(literal(text)) is too large"
    case .nestedTooDeep(let limit): "nested more than \(limit) levels deep"
    case .tooManyValues(let limit): "the text has more than \(limit) values"
    case .valueAfterOption: "a value cannot follow an option"
    case .duplicateKey(let key): "\(literal(key + ":")) is given twice"
    case .missingDo(let word): "\(literal(word)) needs a block: `do` … `end`"
    case .missingEnd(let word): "missing `end` for this \(literal(word))"
    case .strayEnd: "`end` without a matching block"
    case .unexpectedBlock(let word): "\(literal(word)) takes no block"
    case .unfinishedMerge: "the file contains merge conflict markers"
    case .notYAML: "this is not YAML"
    case .strayMarker(let marker): "\(literal(marker)) is left over from a merge conflict"
    case .duplicateDefinition(let name, let line):
      "\(literal(name.text)) is already defined on line \(line)"
    case .definedElsewhere(let name, let origin):
      "\(literal(name.text)) is already defined at \(origin)"
    case .neverCounts(let from, let until):
      "the line never counts, because \(literal(from.text)) is not lower than "
        + literal(until.text)
    case .scheme(let text, _): "\(literal(text)) is not a version scheme"
    case .blockInDefinition(let word): "\(literal(word)) is not allowed in a definition"
    case .notInAlternative(let word):
      "\(literal(word)) applies to every source, so it goes before `otherwise`"
    case .foreignPackage(let name, let source):
      "\(literal(name)) is not the name of a package for \(literal(source + ":"))"
    case .webAddress(let text): "\(literal(text)) is not the address of a web page"
    case .secretParameter(let name): "the address contains a secret: the value of \(literal(name))"
    case .needsItself(let tool): "\(literal(tool.text)) cannot need itself"
    case .onlyForBuilds(let word): "\(literal(word)) has no effect without `build`"
    case .notInRegistry(let word):
      "\(literal(word)) is not allowed in a registry, which contains only `define`"
    case .otherBootstrap(let requirement, _):
      "the project requires bootstrap \(literal(requirement))"
    case .missingArgument(let word, let element): "\(literal(word)) needs \(noun(element))"
    case .extraArgument(let word): "unexpected value after \(literal(word))"
    case .duplicateStatement(let word, let line):
      "\(literal(word)) is already given on line \(line)"
    case .onlyAtTopLevel(let word): "\(literal(word)) is not allowed in a block"
    case .blockInItself(let word):
      "\(literal(word)) is not allowed inside another \(literal(word))"
    case .unknownOption(let word, let option, _):
      "\(literal(word)) has no option \(literal(option + ":"))"
    case .wrongValue(let subject, let expected, let found):
      "\(literal(subject)) needs \(noun(expected)), not \(noun(found))"
    case .duration(let text): "\(literal(text)) is not a duration"
    case .emptyValue(let subject): "the value of \(literal(subject)) is empty"
    case .duplicateValue(let subject, let text):
      "\(literal(text)) is listed twice in \(literal(subject))"
    case .duplicateRequirement: "the requirement is given twice: as a value and as `version:`"
    case .noPlatformLeft(let tool):
      "no platform is left for \(literal(tool.text)): `platforms:` and `on` have none in common"
    case .noPlatformLeftForHook, .inGroup, .hostPackage, .hookName, .reservedHookName,
      .duplicateName, .unknownStep, .hookCycle, .onceWithCheck, .pathOutsideFolder,
      .noVersionCommand:
      setupSentence
    case .otherAddress(let source, let line):
      "line \(line) gives a different address for the source \(literal(source))"
    case .source(let problem): problem.message.headline
    // `Toolfile.lock`
    case .notALockfile: "this is not a lock: it does not begin with `lockfile 1`"
    case .newerLockfile(let number, let known):
      "the lock has format \(literal(number)), but this bootstrap reads formats up to \(known)"
    case .conflictMarkers: "the lock contains merge conflict markers"
    case .truncated: "the lock is truncated"
    case .lockLine(let word, let fault): "\(literal(word)): \(fault.sentence)"
    case .missingLine(let word, let tool?): "\(literal(tool.text)) has no \(literal(word)) line"
    case .missingLine(let word, nil): "the \(literal(word)) line is missing"
    case .repeatedLine(let word): "this \(literal(word)) line is repeated"
    case .strayLine(let word): "\(literal(word)) does not belong here"
    case .lockIndentation: "lines must be indented by zero or two spaces"
    case .repeatedTool(let name, let line):
      "\(literal(name.text)) is already locked on line \(line)"
    case .otherVersion(let tool, let version, _, let stated):
      "an artifact of \(literal("\(tool) \(version)")) belongs to "
        + (stated.map { "version \(literal($0))" } ?? "another version or package")
    case .otherPlatform(let tool, let version, let platform, _):
      "the artifact of \(literal("\(tool) \(version)")) for \(platform) is for another platform"
    case .missingNeed(let tool, let need):
      "the definition of \(literal(tool.text)) needs \(literal(need.text)), but no `needs` line "
        + "says so"
    case .otherDependency(let tool, let dependency):
      "the `with` lines of \(literal(tool.text)) do not match the locked installation "
        + "of \(literal(dependency.text))"
    case .otherSource(let tool, let requester):
      "\(literal(tool.text)) comes from a different source than \(literal(requester)), which "
        + "needs it"
    case .otherDefinition(let tool, let registry):
      "the `defined` line of \(literal(tool.text)) does not match the definition in "
        + literal(registry)
    case .noLockedSource(let tool):
      "\(literal(tool.text)) has no source: neither `source=` in its `declares` line nor a "
        + "`defined` line"
    case .foreignSteps(let tool):
      "the `step` lines of \(literal(tool.text)) differ from the steps in its `declares` or "
        + "`defined` line"
    case .foreignParts(let tool):
      "the `part` lines of \(literal(tool.text)) differ from the parts in its `defined` line"
    case .missingBundle(let tool, let file):
      "the `verified` line of \(literal(tool.text)) has no bundle for \(literal(file))"
    case .foreignBundle(let tool, let file):
      "the `verified` line of \(literal(tool.text)) has a bundle for \(literal(file)), which the "
        + "tool does not have"
    case .toolOutOfOrder(let name, let last):
      "\(literal(name.text)) comes after \(literal(last.text)), but tools must be sorted by name"
    }
  }

  /// The name for programs. Another bootstrap can read the file, so that fault has its own.
  fileprivate var code: String {
    if case .otherBootstrap = self { "other-bootstrap" } else { "syntax" }
  }

  private static let relock = (
    label: "try", text: "restore the file from version control, or run `bootstrap lock`"
  )

  fileprivate static let otherLock = (
    label: "try",
    text: "restore the file from version control, or delete it and run `bootstrap lock`"
  )

  /// The platforms that could be meant if the fault is an unknown one, or `nil` for other faults.
  fileprivate var knownPlatforms: [String]? {
    switch self {
    case .platform(let text, _, let known): nearestFirst(known, to: text).map(\.rawValue)
    case .lockLine(_, .unknownPlatform(let text, let known)): nearestFirst(known, to: text)
    default: nil
    }
  }

  private static func supported(_ text: String, _ known: [String]) -> (label: String, text: String)
  {
    ("supported", nearestFirst(known, to: text).joined(separator: ", "))
  }

  private static func similar(_ names: [String]) -> [(label: String, text: String)] {
    names.map { ("similar", literal($0)) }
  }

  /// The names that a misspelled one may mean, for the end of a sentence, or an empty text.
  fileprivate var similarNames: String {
    let names = facts.filter { $0.label == "similar" }.map(\.text)
    return names.isEmpty ? "" : "; similar: \(names.joined(separator: ", "))"
  }

  /// The alternatives and the advice, with their labels.
  package var facts: [(label: String, text: String)] {
    switch self {
    case .tooLarge(_, let size): [("size", "\(QuantityFormat.number(size)) bytes")]
    case .platform(let text, let nearest, let known):
      Self.similar((nearest.isEmpty ? nearestNames(to: text, in: known) : nearest).map(\.rawValue))
        + [Self.supported(text, known.map(\.rawValue))]
    case .scheme(let text, let known): [Self.supported(text, known)]
    case .source(let problem):
      problem.message.details.filter { $0.label == "similar" }
        .flatMap(\.values).map { ("similar", $0) }
    case .lockLine(_, .unknownPlatform(let text, let known)):
      [Self.supported(text, known), Self.otherLock]
    case .rangeAsVersion(let tool, let text):
      Self.range(text).map { [("or", "in the Toolfile: tool \"\(printable(tool))\", \"\($0)\"")] }
        ?? []
    case .unknownOption("host", let text, let known):
      Self.similar(nearestNames(to: text, in: known)) + [Self.supported(text, known)]
    case .notPartOfToolfile(let text, let known), .unknownOption(_, let text, let known):
      Self.similar(nearestNames(to: text, in: known))
    case .unknownStep(let text, let known):
      Self.similar(nearestNames(to: text, in: known)) + [("steps", known.joined(separator: ", "))]
    case .noVersionCommand(let tool, let known):
      Self.similar(nearestNames(to: tool.text, in: known.map(\.text))) + setupFacts
    case .hostPackage, .onceWithCheck, .inGroup: setupFacts
    case .duration: [("try", "`3 days`, `12 hours`, or `2 weeks`")]
    case .utf16, .notUTF8: [("try", "save it as UTF-8")]
    case .secretParameter:
      [("try", "remove it, and state the user and the password for the server in ~/.netrc")]
    case .requirement(_, .unknownComparator(let text)):
      [("supported", "= != > >= < <= ~>")] + (text == "^" ? [("try", "~>")] : [])
    case .requirement("system", .notAVersion):
      [("try", "bootstrap local TOOL system, which writes `TOOL system` to .tool-version")]
    case .conflictMarkers, .toolOutOfOrder: [("run", "bootstrap lock")]
    case .unfinishedMerge:
      [("try", "keep one side of each conflict, and delete the lines with markers")]
    case .strayMarker: [("try", "delete the line, or restore the file from version control")]
    case .newerLockfile: [("run", "bootstrap self-update")]
    case .otherBootstrap(_, let running):
      [("this is", "bootstrap \(running)"), ("run", "bootstrap self-update")]
    case .notALockfile, .truncated, .missingLine, .lockLine, .repeatedLine, .strayLine,
      .lockIndentation, .repeatedTool, .noLockedSource, .foreignSteps, .foreignParts,
      .missingBundle, .foreignBundle:
      [Self.otherLock]
    case .otherVersion(_, _, let file, _), .otherPlatform(_, _, _, let file):
      [
        ("file", visible(concealed(file))),
        Self.relock,
      ]
    case .otherDefinition, .missingNeed, .otherDependency, .otherSource: [Self.relock]
    default: []
    }
  }
}
