package import Diagnostics
internal import Vocabulary

extension ImportRemark {
  /// What is left out and why, on one line: `Brewfile:3: tap "acme/tools": …`.
  package var sentence: String {
    switch reason {
    case .linkOutside, .linkedFolder, .onRequest, .notAName:
      visible("\(origin): \(reason.sentence)")
    case .unreadable where text == origin.path, .passedOver where text == origin.path:
      visible("\(origin): \(reason.sentence)")
    default: visible("\(origin.withoutColumn): \(literal(text)): \(reason.sentence)")
    }
  }
}

extension ImportRemark {
  /// The statement without the secrets that an address in it may contain.
  package var shownText: String { concealed(text) }
}

extension ImportRemark.Reason {
  /// The reason without a period.
  package var sentence: String {
    switch self {
    case .undefined(let name): "no registry defines \(literal(name))"
    case .kept(let name, let keeper): "\(literal(name)) stays with \(keeper.title)"
    case .replaced(let origin): "replaced at \(origin)"
    case .plugin(let gem): "its plugin \(literal(gem)) stays with Bundler"
    case .unknownPlugins(let file):
      "its plugins are unknown, because \(literal(file)) is not read"
    case .included(let tool): "comes with \(literal(tool.text))"
    case .systemProgram(let name, let requirement):
      "a system program, which a Toolfile can only require: "
        + Self.systemAdvice(name, requirement)
    case .tooOld(let tool, let oldest):
      "the oldest available version of \(literal(tool.text)) is \(literal(oldest))"
    case .tooNew(let tool, let until, let reason):
      "only versions of \(literal(tool.text)) before \(literal(until)) are available"
        + (reason.map { ", because \(visible(concealed($0)))" } ?? "")
    case .otherLine(let name, let available):
      "only versions \(QuantityFormat.enumeration(available.map(String.init))) of "
        + "\(literal(name)) are available"
    case .notAVersion(let text, let tool):
      "\(literal(text)) is not a version of \(literal(tool.text))"
    case .alias(let text, let tool, let example):
      "\(literal(text)) is an alias, whose version changes"
        + (example.map { "; write a version, as in `tool \"\(tool.text)\", \"~> \($0)\"`" } ?? "")
    case .otherImplementation(let text, let tool):
      "\(literal(text)) is not a version of \(literal(tool.text)), but may name another "
        + "implementation"
    case .notAName: "this is not the name of a tool"
    case .otherPlatforms(let tool, let platforms):
      "\(literal(tool.text)) is only available for "
        + QuantityFormat.enumeration(platforms.map { literal($0.rawValue) })
    case .otherSystems(let names):
      "limited to \(QuantityFormat.enumeration(names.map(literal)))"
    case .unsatisfiable(let text): "no version satisfies \(literal(text))"
    case .twoNumbers(let text, let isExact):
      isExact
        ? "\(literal(text)) is read as exactly that release; for any \(printable(text)).x, write "
          + "`\"~> \(printable(text)).0\"`"
        : "\(literal(text)) is read as any \(printable(text)).x; for exactly that release, write "
          + "`\"\(printable(text))\"`"
    case .noCounterpart(let word): "\(literal(word)) has no equivalent in a Toolfile"
    case .condition(let text): "depends on \(literal(text)), which is not evaluated"
    case .notExact(let text):
      "no installed version answers \(literal(text)); "
        + "to install one, run `bootstrap install --from-idiomatic`"
    case .requirement(let text): "\(literal(text)) has no equivalent requirement"
    case .renumbered(let package, let tool):
      "the package \(literal(package)) numbers its releases differently from the tool "
        + literal(tool.text)
    case .system(let tool):
      "to use the system's program, run `bootstrap local \(shellWord(printable(tool))) system`"
    case .severalVersions(let taken):
      "a Toolfile has one version of each tool, so only \(literal(taken)) is taken"
    case .limited(let platforms):
      "limited to \(QuantityFormat.enumeration(platforms.map { literal($0.rawValue) })), "
        + "because it is not available for other platforms of the project"
    case .alternatives(let taken):
      "a requirement cannot state alternatives, so only \(literal(taken)) is taken"
    case .renamed(let name):
      "named \(literal(name.text)), because the repository's name is taken or too generic"
    case .otherVersions(let taken):
      "a .tool-version has one version of each tool, so only \(literal(taken)) is taken"
    case .optionalGroup(let name):
      "the group is not optional unless the Toolfile says so: "
        + "`group :\(printable(name)), optional: true do`"
    case .groupNames(let names):
      "the tools are taken without \(names.map(literal).joined(separator: ", ")), "
        + "which cannot be a group name"
    case .registryNotKept:
      "not searched, because it is outside of the project and no lock names its content"
    case .registryUnreadable(let problem):
      "cannot be read: \(problem.messages.first?.headline ?? "")"
    case .options(let names):
      "the tool is taken without \(names.map(literal).joined(separator: ", "))"
    case .declared(let tool, let origin): "\(literal(tool.text)) is already declared (\(origin))"
    case .repeated(let tool, let origin): "\(literal(tool.text)) is already taken from \(origin)"
    case .refined(let tool, let origin):
      "\(literal(tool.text)) is taken from \(origin), which is more specific"
    case .contradicted(let tool, let version, let origin):
      "\(literal(tool.text)) is taken from \(origin), which states \(literal(version))"
    case .declaredOtherwise(let tool, let version, let origin):
      "\(literal(tool.text)) is already declared (\(origin)) with \(literal(version))"
    case .unavailable(let tool, let origin):
      "\(origin) names a more specific version of \(literal(tool.text)), which is not available"
    case .missingInclude(let path): "there is no file \(literal(path))"
    case .includedName(let path):
      "\(literal(path)) is not read because of its name"
    case .includedContents(let path): "nothing in \(literal(path)) is understood"
    case .tooManyIncludes(let fileCount, let depth):
      "not read, because only \(fileCount) files are included, and at most \(depth) levels deep"
    // The remark begins with the statement.
    case .notUnderstood, .passedOver(.notUnderstood): "not understood"
    case .passedOver(let reason): reason.sentence
    case .unreadable(.syntax(let problems)):
      problems.problems.first.map { problem in
        let place = problem.origin == .file(problem.origin.path ?? "") ? "" : "\(problem.origin): "
        return "cannot be read: \(place)\(problem.fault.sentence)"
      } ?? "cannot be read"
    case .unreadable(let problem):
      "cannot be read: \(problem.messages.first?.headline ?? "")"
    case .onRequest: "not read, because it only applies where it is selected"
    case .linkOutside:
      "not read, because the link is broken or leads outside the repository"
    case .linkedFolder:
      "not searched, because the link is broken or leads outside the repository"
    }
  }

  /// Returns the statement that requires a system program, in the block for its platforms if it
  /// does not exist on all.
  static func systemAdvice(_ name: ToolName, _ requirement: [String]) -> String {
    let words = ([name.text] + requirement).map { "\"\(printable($0))\"" }
    let statement = "`require_system \(words.joined(separator: ", "))`"
    guard name == .xcode else { return statement }
    let platforms = Platform.allCases.map(\.rawValue).filter { $0.hasPrefix("macos-") }
      .map { "\"\($0)\"" }
    return "\(statement) in the block `on \(platforms.joined(separator: ", ")) do`"
  }
}
