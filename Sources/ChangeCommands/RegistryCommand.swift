internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Locking
internal import Manifests
internal import Terminal
internal import TextSearch
internal import Vocabulary
internal import Workflows

enum RegistryCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "registry", "Check a registry, propose a definition, or update a project's registries.",
    family: .maintaining,
    arguments: .list(
      placeholder: "check FILE [TOOL[@VERSION]…] | new TOOL github: OWNER/NAME | update",
      atLeast: 1, atMost: .max),
    options: [
      .init("--offline", "with check, check only the form; with new, use what is cached"),
      .init("--github", value: "NAME", "with new, the same as `github: NAME`"),
      .init("--pypi", value: "NAME", "with new, a package of the index, also as `pypi: NAME`"),
    ],
    details: [
      "FILE is a file of definitions, or a folder or an archive of `.rb` files. `check` prints",
      "what each platform gets. Exit 65: a definition is invalid. Exit 1: a platform gets nothing.",
      "With new, lines for the definition may follow: asset: PATTERN, tag: PATTERN,",
      "checksums: FILE, and host: HOST, for a repository on another server.",
    ],
    examples: [
      .init("bootstrap registry new rg github: BurntSushi/ripgrep", "propose a definition"),
      .init("bootstrap registry check tools.rb jq@1.7", "check one for a version"),
      .init("bootstrap registry update", "lock the newest content of the registries"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let (name, arguments) = try session.subcommand(of: [
      Subcommand(name: "check", required: "FILE", takesMore: true),
      Subcommand(name: "new", takesMore: true), Subcommand(name: "update"),
    ])
    if name == "new" { return try await propose(arguments, session) }
    for option in Self.sourceOptions where session.arguments.values[option] != nil {
      throw .usage(.unexpectedArgument(option, command: session.command))
    }
    return name == "check" ? try await check(arguments, session) : try await update(session)
  }

  /// Locks the newest content of the project's registries, and reports the tools whose definitions
  /// changed.
  private static func update(_ session: Session) async throws(Problem) -> ExitCode {
    try session.checkOwners()
    try session.checkDirectoryIsInRepository()
    let folder = try session.folderToEdit()
    let locking = try ChangeContext(session).locking()
    let report = try await Consent(session: session).asking { () async throws(Problem) in
      let project = try locking.project(in: folder, session.files, formatPath: session.formatPath)
      return try await locking.updateRegistries(of: project)
    }
    let redefined = report.redefined
    session.console.print(
      [],
      json: .object([
        "schema": 1, "written": .bool(report.isWritten),
        "redefined": .strings(redefined.map(\.text)),
      ]))
    session.console.report(.registry(.areCurrent(isChanged: report.isWritten)))
    if !redefined.isEmpty { session.console.report(.registry(.redefined(tools: redefined))) }
    return .success
  }

  private static func check(
    _ words: [String], _ session: Session
  ) async throws(Problem) -> ExitCode {
    let name = words[0]
    if name.isEmpty { throw .usage(.missingArgument("FILE", command: session.command)) }
    let path = session.workingDirectory.resolving(FilePath(name))
    let texts = try await LocalRegistry(at: path, named: name).texts().texts
    let review = RegistryReview(try ChangeContext(session).sources())
    var definitions = try review.definitions(texts, in: name)
    var versions: [ToolName: VersionText] = [:]
    if words.count > 1 {
      var chosen: [Definition] = []
      for word in words.dropFirst() {
        let (tool, version) = try session.toolAndVersion(word)
        guard let definition = definitions.first(where: { $0.name == tool }) else {
          throw .project(
            .statement(
              .unknownTool(
                tool.text, nearest: nearestNames(to: tool.text, in: definitions.map(\.name)))))
        }
        versions[tool] = version
        chosen.append(definition)
      }
      definitions = chosen
    }
    if session.arguments.has("--offline") {
      session.console.print([], json: .object(["schema": 1, "tools": .array([])]))
      session.console.report(.registry(.definitionsAreValid(count: definitions.count)))
      return .success
    }
    // A definition of a system program has no source to check.
    return try await report(
      definitions.filter { !$0.isOfSystem }, versions, registry: name, review, session)
  }

  /// Prints what each definition resolves to. A problem with one does not hide the others.
  private static func report(
    _ definitions: [Definition], _ versions: [ToolName: VersionText], registry: String,
    _ review: RegistryReview, _ session: Session
  ) async throws(Problem) -> ExitCode {
    var isComplete = true
    var results: [JSON] = []
    for definition in definitions {
      do {
        let outcome = try await review.outcome(
          of: definition, in: registry, version: versions[definition.name])
        results.append(outcome.json)
        if !session.console.isJSON {
          session.console.print(["\(outcome.tool) \(outcome.version)"], json: .null)
          session.console.print(rows: outcome.offers.map(\.row), json: .null)
        }
        // Several platforms may lack the same thing.
        var reported: Set<Problem> = []
        for case .failure(let problem) in outcome.offers.map(\.artifact) {
          isComplete = false
          if !session.console.isJSON, reported.insert(problem).inserted {
            session.console.report(problem)
          }
        }
      } catch {
        if case .interrupted = error { throw error }
        isComplete = false
        results.append(.object(["name": .string(definition.name.text), "found": .bool(false)]))
        if !session.console.isJSON { session.console.report(error) }
      }
    }
    if session.console.isJSON {
      session.console.print([], json: .object(["schema": 1, "tools": .array(results)]))
    }
    return isComplete ? .success : .failure
  }
}

extension RegistryReview.Offer {
  /// The columns of the text output: the platform, the file, its size, and the executables.
  fileprivate var row: [String] {
    guard case .success(let (artifact, executables)) = artifact else {
      return ["  \(platform)", "not available"]
    }
    // The query may contain a token.
    let path = artifact.urls.first?.text.prefix { $0 != "?" && $0 != "#" }
    let file = fileName ?? path?.split(separator: "/").last.map(String.init) ?? ""
    return [
      "  \(platform)", file, QuantityFormat.bytes(artifact.size),
      executables.map(\.text).joined(separator: " "),
    ]
  }

  fileprivate var json: JSON {
    guard case .success(let (artifact, executables)) = artifact else {
      return .object(["platform": .string(platform.rawValue), "available": .bool(false)])
    }
    return .object([
      "platform": .string(platform.rawValue), "available": .bool(true),
      "url": .optional(artifact.urls.first?.text), "format": .string(artifact.format.text),
      "size": .number(artifact.size), "digest": .string(artifact.digest.description),
      "executables": .strings(executables.map(\.text)),
    ])
  }
}

extension RegistryReview.Outcome {
  fileprivate var json: JSON {
    .object([
      "name": .string(tool.text), "found": .bool(true), "version": .string(version),
      "released": .optional(released?.description),
      "trusted_on_first_use": .bool(isTrustedOnFirstUse),
      "platforms": .array(offers.map(\.json)),
    ])
  }
}
