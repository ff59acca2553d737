internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Installation
internal import Layout
internal import Manifests
internal import Terminal
internal import Trust
internal import Vocabulary
internal import Workflows

enum TrashCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "trash", "List, restore, or delete what `uninstall` and `prune` removed in the last day.",
    family: .maintaining,
    arguments: .list(
      placeholder: "list | restore [TOOL[@VERSION]…] | empty", atLeast: 1, atMost: .max),
    details: [
      "Without a TOOL, `restore` undoes the last removal. A version that is installed again stays",
      "in the trash, as does one that an install replaced.",
    ],
    examples: [
      .init("bootstrap trash list", "list what can be restored, the newest first"),
      .init("bootstrap trash restore ruff@0.16.2", "restore one version"),
      .init("bootstrap trash empty", "delete everything in the trash to free the space now"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let (name, arguments) = try session.subcommand(of: [
      Subcommand(name: "list"), Subcommand(name: "restore", takesMore: true),
      Subcommand(name: "empty"),
    ])
    let context = ChangeContext(session)
    let trash = TrashWorkflow(
      root: session.root, environment: session.environment,
      policy: name == "restore" ? try context.policy() : .none, observe: context.observe)
    switch name {
    case "list": try list(trash, session)
    case "restore": try await restore(arguments, trash, session)
    default:
      let size = try await trash.empty()
      session.console.print([], json: .object(["schema": 1, "freed": .number(size)]))
      session.console.report(.disk(.trashEmptied(byteCount: size)))
    }
    return .success
  }

  private static func list(_ trash: TrashWorkflow, _ session: Session) throws(Problem) {
    let items = try trash.items()
    session.console.print(
      rows: rows(of: items),
      json: .object([
        "schema": 1,
        "trash": .array(
          items.map { item in
            .object(
              item.entry.content.members + [
                .init(name: "size", value: .number(item.size)),
                .init(name: "time", value: .time(item.entry.taken)),
              ])
          }),
      ]))
    if items.isEmpty { session.console.report(.disk(.trashIsEmpty)) }
  }

  /// Returns a row for each removed version, and one for all downloads of a removal.
  private static func rows(of items: [TrashWorkflow.Item]) -> [[String]] {
    let now = WallClock.now
    var rows: [(title: String, size: Int, taken: Int64)] = []
    var downloads: [Int64: [Int]] = [:]
    for item in items {
      if case .download = item.entry.content {
        downloads[item.entry.taken, default: []].append(item.size)
      } else {
        rows.append((item.entry.content.title, item.size, item.entry.taken))
      }
    }
    for (taken, sizes) in downloads {
      rows.append((QuantityFormat.count(sizes.count, "download"), sizes.reduce(0, +), taken))
    }
    // The entries of one removal stay in their order.
    return rows.enumerated()
      .sorted { ($1.element.taken, $0.offset) < ($0.element.taken, $1.offset) }
      .map { _, row in
        [
          row.title, QuantityFormat.bytes(row.size),
          "removed \(QuantityFormat.age(Int(now - row.taken))) ago",
        ]
      }
  }

  private static func restore(
    _ names: [String], _ trash: TrashWorkflow, _ session: Session
  ) async throws(Problem) {
    var requests: [UninstallWorkflow.Request] = []
    for name in names {
      let (tool, version) = try session.toolAndVersion(name)
      requests.append(.init(tool: tool, version: version))
    }
    let report = try await trash.restore(requests)
    session.console.print(
      [],
      json: .object([
        "schema": 1,
        "restored": .array(report.restored.map { .object($0.members) }),
        "downloads": .number(report.downloadCount),
        "present": .array(report.present.map { .object($0.members) }),
      ]))
    for one in report.present {
      session.console.report(.disk(.installedAgain(title: "\(one.tool) \(one.version)")))
    }
    session.console.report(
      .disk(
        .restored(
          titles: report.restored.map { "\($0.tool) \($0.version)" },
          downloadCount: report.downloadCount, leftCount: report.leftCount)))
  }
}

extension InstalledVersion {
  /// The members of the installation in JSON output.
  fileprivate var members: [JSON.Member] {
    [
      .init(name: "name", value: .string(tool.text)),
      .init(name: "version", value: .string(version.text)),
      .init(name: "id", value: .string(id.description)),
    ]
  }
}

extension TrashEntry.Content {
  /// The first column of `trash list`.
  fileprivate var title: String {
    switch self {
    case .installation(let installed): "\(installed.tool) \(installed.version)"
    case .replaced(let installed): "\(installed.tool) \(installed.version), replaced"
    case .link(let tool, let version): "\(tool) \(version)"
    case .packages(let tool, let version): "packages of \(tool) \(version)"
    case .download(let digest): "download \(digest.hexadecimal.prefix(12))"
    }
  }

  /// The members of the entry in JSON output.
  fileprivate var members: [JSON.Member] {
    switch self {
    case .installation(let installed):
      [.init(name: "kind", value: "version")] + installed.members
    case .replaced(let installed):
      [.init(name: "kind", value: "replaced")] + installed.members
    case .link(let tool, let version), .packages(let tool, let version):
      [
        .init(name: "kind", value: "packages"), .init(name: "name", value: .string(tool.text)),
        .init(name: "version", value: .string(version.text)),
      ]
    case .download(let digest):
      [
        .init(name: "kind", value: "download"),
        .init(name: "digest", value: .string(digest.hexadecimal)),
      ]
    }
  }
}
