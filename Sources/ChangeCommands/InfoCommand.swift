internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Terminal
internal import ToolSources
internal import Vocabulary
internal import Workflows

enum InfoCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "info", "Show what a tool is, its versions, and what would be installed here.",
    family: .choosing,
    arguments: .list(placeholder: "TOOL", atLeast: 1, atMost: 1),
    options: [.init("--offline", "send no request; use the versions in the cache, if any")],
    details: [
      "Goes by this directory's Toolfile and lock, then by the registries. Asks the tool's source",
      "for its newest versions, and prints everything else even if it does not answer.",
    ],
    examples: [
      .init("bootstrap info ruff", "show where ruff comes from, and its versions"),
      .init("bootstrap info --offline ruff", "show only what is known on this machine"),
      .init("bootstrap info --json ruff", "print the same as JSON, for scripts"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let name = session.arguments.positionals[0]
    guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
    let workflow = try ChangeContext(session).informing()
    let info: ToolInfo
    do {
      info = try await Consent(session: session).asking { () async throws(Problem) in
        try await workflow.info(of: tool, for: session.selector())
      }
    } catch {
      throw MeantTool.completing(error, session)
    }
    // JSON output is a single object, so an incomplete one would look complete.
    if session.console.isJSON, let problem = info.problem { throw problem }
    let table = ToolTable(info) { session.formatAbsolutePath(FilePath($0)) }
    session.console.print(rows: table.rows, json: info.json)
    if info.newest == nil, info.problem == nil, !session.console.isJSON {
      session.console.report(.update(.newestVersionsUnknown))
    }
    guard let problem = info.problem else { return .success }
    session.console.report(problem)
    return problem.exitCode
  }
}

extension ToolInfo {
  fileprivate var json: JSON {
    .object([
      "schema": 1, "name": .string(tool.text), "summary": .optional(summary),
      "home": .optional(home), "aliases": .strings(aliases),
      "source": .string(source), "package": .string(package), "registry": .optional(registry),
      "origin": .optional(place),
      "executables": .strings(executables.map(\.text)),
      "locked": Self.json(locked), "gems": Self.json(gems), "publisher": .optional(publisher?.name),
      "provenance": .optional(publisher?.provenance.rawValue),
      "is_proven": .bool(publisher?.isProven ?? false),
      "pinned": Self.json(pin),
      "installed": .array(installations.map(Self.json)),
      "newest": newest.map { .array($0.map(Self.json)) } ?? .null,
      "limited_to": otherPlatforms.map { .strings($0.map(\.rawValue)) } ?? .null,
      "would_install": offer.map(Self.json) ?? .null,
    ])
  }

  /// The registry that defines the tool, or `nil` if the project itself names the source.
  private var registry: String? {
    switch definer {
    case .toolfile, .lock: nil
    case .toolfileDefinition: LockedDefinition.toolfileRegistry
    case .shippedRegistry: LockedDefinition.shippedRegistry
    case .registry(let name): name
    }
  }

  /// The location that states the tool's source, or `nil` if it is in the shipped registry.
  private var place: Origin? {
    definer == .shippedRegistry ? nil : origin.withoutColumn
  }

  private static func json(_ choice: Choice?) -> JSON {
    guard let choice else { return .null }
    return .object([
      "version": .string(choice.version),
      "origin": .optional(choice.origin?.withoutColumn),
      "yanked": .optional(choice.yanked),
    ])
  }

  private static func json(_ gems: GemSummary?) -> JSON {
    guard let gems else { return .null }
    return .object([
      "count": .number(gems.count), "extensions": .strings(gems.extensions),
      "runtime": .string(gems.runtime), "requirement": .string(gems.requirement),
    ])
  }

  private static func json(_ installation: Installation) -> JSON {
    .object([
      "version": .string(installation.version), "path": .string(installation.folder),
      "size": installation.size.map { .number($0) } ?? .null,
      "projects": .strings(installation.projects),
    ])
  }

  private static func json(_ release: Release) -> JSON {
    .object([
      "version": .string(release.version), "released": .optional(release.released?.description),
    ])
  }

  private static func json(_ offer: Offer) -> JSON {
    let digestSource =
      switch offer.file.digestSource {
      case .source: "source"
      case .list(let name): name
      case .firstDownload: "first-download"
      }
    return .object([
      "version": .string(offer.version), "platform": .string(offer.platform.rawValue),
      "file": .string(offer.file.name), "size": offer.file.size.map { .number($0) } ?? .null,
      "digest": .optional(offer.file.digest?.description), "digest_source": .string(digestSource),
      "steps": .strings(offer.steps),
    ])
  }
}
