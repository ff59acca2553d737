internal import Commands
internal import Diagnostics
internal import Manifests
internal import Terminal
internal import TextSearch
internal import ToolSources
internal import Vocabulary
internal import Workflows

// `registry new` proposes a definition that is based on a real release.
extension RegistryCommand {
  /// The sources that a proposal can be based on. Each is a word `NAME:` and an option `--NAME`.
  private static let proposableSources = ["github", "pypi"]

  /// The options that name a package.
  static var sourceOptions: [String] { proposableSources.map { "--\($0)" } }

  /// Prints a definition, and remarks for its author.
  ///
  /// - Parameter words: The words after `new`: a tool, optionally followed by a source, a package,
  ///   and lines for the definition.
  static func propose(
    _ words: [String], _ session: Session
  ) async throws(Problem) -> ExitCode {
    let (tool, source, package, options) = try subject(of: words, session)
    let context = ChangeContext(session)
    let review = RegistryReview(try context.sources())
    let proposal = try await context.progress.show { () async throws(Problem) in
      try await review.proposal(for: tool, from: source, package, stating: options)
    }
    session.console.print(
      [String](proposal.text.split(separator: "\n").map(String.init)), json: proposal.json)
    if session.console.isJSON { return .success }
    for remark in proposal.remarks { session.console.report(.registry(.proposal(remark))) }
    return .success
  }

  /// Parses words such as `rg github: BurntSushi/ripgrep asset: rg-{version}.zip`.
  private static func subject(
    of words: [String], _ session: Session
  ) throws(Problem) -> (
    tool: ToolName, source: String, package: String, options: [LockedDeclaration.Option]
  ) {
    guard let name = words.first else {
      throw .usage(.missingArgument("TOOL", command: session.command))
    }
    guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
    let (named, options) = try statements(in: words.dropFirst(), session)
    guard let first = named.first else {
      throw .usage(.missingArgument("github: OWNER/NAME", command: session.command))
    }
    if named.count > 1 {
      throw .usage(.unexpectedArgument(named[1].option, command: session.command))
    }
    if let form = RegistryReview.fault(of: first.package, in: first.source) {
      throw .usage(.badValue(first.package, option: first.option, expected: .package(form)))
    }
    let known = RegistryReview.textOptions(of: first.source)
    if let unknown = options.map(\.key).first(where: { !known.contains($0) }) {
      throw .usage(
        .unknownOption(
          "\(unknown):", command: "registry",
          nearest: nearestNames(to: unknown, in: known).map { "\($0):" }))
    }
    return (tool, first.source, first.package, options)
  }

  /// A source, the package in it, and the words with which the user named them.
  private typealias NamedSource = (option: String, source: String, package: String)

  /// Parses the options and words that name sources, and the words that set their options.
  private static func statements(
    in words: ArraySlice<String>, _ session: Session
  ) throws(Problem) -> (named: [NamedSource], options: [LockedDeclaration.Option]) {
    var named: [NamedSource] = []
    for source in proposableSources {
      guard let package = session.arguments.values["--\(source)"] else { continue }
      named.append(("--\(source)", source, package))
    }
    var options: [LockedDeclaration.Option] = []
    var rest = words
    while let word = rest.popFirst() {
      guard word.hasSuffix(":"), word.count > 1 else {
        throw .usage(.unexpectedArgument(word, command: session.command))
      }
      guard let value = rest.popFirst() else {
        throw .usage(.missingArgument("the value after `\(word)`", command: session.command))
      }
      let key = String(word.dropLast())
      if proposableSources.contains(key) {
        named.append((word, key, value))
      } else {
        options.append(.init(key, value))
      }
    }
    return (named, options)
  }
}

extension DefinitionProposal {
  /// The remarks for the author, in the order in which to print them.
  fileprivate var remarks: [ProposalRemark] {
    var remarks: [ProposalRemark] = [
      .release(
        tool: tool, version: version,
        released: released.map { String($0.description.prefix(10)) },
        isPrerelease: isPrerelease)
    ]
    remarks += offers.map { offer in
      guard case .success(let file) = offer.file else {
        return .noFile(platform: offer.platform)
      }
      return .file(platform: offer.platform, name: file.name, byteCount: file.size)
    }
    remarks.append(.programs(executables, openedFiles: openedFiles))
    if !partialExecutables.isEmpty {
      remarks.append(.partialPrograms(partialExecutables))
    }
    if let tagPattern { remarks.append(.unusualTags(pattern: tagPattern)) }
    if let newName { remarks.append(.renamed(newName)) }
    if isTrustedOnFirstUse { remarks.append(.noDigests) }
    if let shipped { remarks.append(.shipped(tool: tool, source: shipped)) }
    if !aliased.isEmpty { remarks.append(.aliased(tool: tool, of: aliased)) }
    if lacksSummary { remarks.append(.noSummary) }
    return remarks + [.next]
  }

  fileprivate var json: JSON {
    .object([
      "schema": 1, "name": .string(tool.text), "definition": .string(text),
      "version": .string(version), "released": .optional(released?.description),
      "prerelease": .bool(isPrerelease), "executables": .strings(executables.map(\.text)),
      "partial_executables": .strings(partialExecutables.map(\.text)),
      "trusted_on_first_use": .bool(isTrustedOnFirstUse), "lacks_summary": .bool(lacksSummary),
      "platforms": .array(offers.map(Self.json)),
    ])
  }

  private static func json(_ offer: Offer) -> JSON {
    guard case .success(let file) = offer.file else {
      return .object(["platform": .string(offer.platform.rawValue), "available": .bool(false)])
    }
    return .object([
      "platform": .string(offer.platform.rawValue), "available": .bool(true),
      "file": .string(file.name), "size": file.size.map { .number($0) } ?? .null,
    ])
  }
}
