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
    let info = try await Consent(session: session).asking { () async throws(Problem) in
      try await workflow.info(of: tool, for: session.selector())
    }
    // JSON output is a single object, so an incomplete one would look complete.
    if session.console.isJSON, let problem = info.problem { throw problem }
    session.console.print(rows: info.rows(session), json: info.json)
    if info.newest == nil, info.problem == nil, !session.console.isJSON {
      session.console.report(.newestVersionsUnknown)
    }
    guard let problem = info.problem else { return .success }
    session.console.report(problem)
    return problem.exitCode
  }
}

extension ToolInfo {
  /// The facts for people, one label and one text each. Facts that do not exist are left out.
  fileprivate func rows(_ session: Session) -> [[String]] {
    var rows = [["tool", tool.text]]
    func add(_ label: String, _ text: String?) {
      if let text, !text.isEmpty { rows.append([label, text]) }
    }
    add("summary", definition?.summary)
    add("home", definition?.home)
    add("aliases", definition?.aliases.joined(separator: ", "))
    add("source", source == package ? source : "\(source) \(package)")
    add("defined by", definerText)
    add("executables", executables.map(\.text).joined(separator: ", "))
    add("locked", locked.map(Self.text))
    add("publisher", publisher)
    add("pinned", pin.map(Self.text))
    for (index, installation) in installations.enumerated() {
      rows.append([index == 0 ? "installed" : "", Self.text(installation, session)])
    }
    if installations.isEmpty { rows.append(["installed", "no version"]) }
    let width = newest?.map(\.version.count).max() ?? 0
    for (index, release) in (newest ?? []).enumerated() {
      let gap = String(repeating: " ", count: width - release.version.count + 2)
      let date = release.released.map { gap + $0.description.prefix(10) } ?? ""
      rows.append([index == 0 ? "newest" : "", release.version + date])
    }
    if let otherPlatforms {
      let names = otherPlatforms.map(\.rawValue).joined(separator: ", ")
      add(
        "for \(Platform.current)",
        isCovered
          ? "nothing: this project wants it only for \(names)"
          : "nothing: the lock covers only \(names); run `bootstrap lock --add-platform "
            + "\(Platform.current)`")
    }
    if let offer {
      add("for \(offer.platform)", "\(tool) \(offer.version)")
      add("file", offer.file.name + (offer.file.size.map { ", \(QuantityFormat.bytes($0))" } ?? ""))
      add("digest", digestText(offer.file))
    }
    return rows
  }

  private static func text(_ choice: Choice) -> String {
    let reason = choice.yanked.map { $0.isEmpty ? ", yanked" : ", yanked: \($0)" } ?? ""
    return choice.version + (choice.origin.map { " (\($0.withoutColumn))" } ?? "") + reason
  }

  /// The maximum number of projects that are listed for an installation.
  private static let projectCount = 3

  private static func text(_ installation: Installation, _ session: Session) -> String {
    var facts = [installation.version]
    if let size = installation.size { facts.append(QuantityFormat.bytes(size)) }
    facts.append(session.formatAbsolutePath(installation.folder))
    let projects = installation.projects.map(session.formatAbsolutePath)
    if !projects.isEmpty {
      let rest = projects.count - projectCount
      facts.append(
        "used by " + projects.prefix(projectCount).joined(separator: ", ")
          + (rest > 0 ? " and \(rest) more" : ""))
    }
    return facts.joined(separator: ", ")
  }

  private var definerText: String {
    switch definer {
    case .toolfile: "\(origin.withoutColumn)"
    case .registry(LockedDefinition.shippedRegistry): "the registry that ships with bootstrap"
    case .registry(LockedDefinition.toolfileRegistry): "\(origin.withoutColumn)"
    case .registry(let name): "the registry \(name) (\(origin.withoutColumn))"
    case .lock: "a locked tool that needs it (\(origin.withoutColumn))"
    }
  }

  private func digestText(_ file: OfferedFile) -> String {
    let digest = file.digest.map { "\($0), " } ?? ""
    return switch file.digestSource {
    case .source: digest + "stated by \(source)"
    case .list(let name): "listed in \(name)"
    case .firstDownload where file.digest != nil: digest + "from the first download"
    case .firstDownload: "not published; the first download will be trusted"
    }
  }
}

extension ToolInfo {
  fileprivate var json: JSON {
    .object([
      "schema": 1, "name": .string(tool.text), "summary": .optional(definition?.summary),
      "home": .optional(definition?.home), "aliases": .strings(definition?.aliases ?? []),
      "source": .string(source), "package": .string(package), "registry": .optional(registry),
      "origin": .optional(place),
      "executables": .strings(executables.map(\.text)),
      "locked": Self.json(locked), "publisher": .optional(publisher),
      "pinned": Self.json(pin),
      "installed": .array(installations.map(Self.json)),
      "newest": newest.map { .array($0.map(Self.json)) } ?? .null,
      "limited_to": otherPlatforms.map { .strings($0.map(\.rawValue)) } ?? .null,
      "would_install": offer.map(Self.json) ?? .null,
    ])
  }

  /// The registry that defines the tool, or `nil` if the project itself names the source.
  private var registry: String? {
    if case .registry(let name) = definer { name } else { nil }
  }

  /// The location that states the tool's source, or `nil` if it is in the shipped registry.
  private var place: Origin? {
    definer == .registry(LockedDefinition.shippedRegistry)
      ? nil : origin.withoutColumn
  }

  private static func json(_ choice: Choice?) -> JSON {
    guard let choice else { return .null }
    return .object([
      "version": .string(choice.version),
      "origin": .optional(choice.origin?.withoutColumn),
      "yanked": .optional(choice.yanked),
    ])
  }

  private static func json(_ installation: Installation) -> JSON {
    .object([
      "version": .string(installation.version), "path": .string(installation.folder.string),
      "size": installation.size.map { .number($0) } ?? .null,
      "projects": .strings(installation.projects.map(\.string)),
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
    ])
  }
}
