internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout
internal import Terminal
internal import Trust
internal import Vocabulary
internal import Workflows

enum HistoryCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "history", "List what was installed and removed, and what was trusted.", family: .maintaining,
    options: [
      .init("--since", value: "AGE", "list only what is younger than AGE, such as 7d"),
      .init("--tool", value: "TOOL", "list only changes of this tool"),
    ],
    details: [
      "bootstrap's database keeps the last 10,000 changes. They are no evidence: a database that",
      "is recreated starts without any, and a command that is killed may be missing.",
    ],
    examples: [
      .init("bootstrap history", "list the changes, the newest first"),
      .init("bootstrap history --since 7d --tool ruff", "list those of ruff in the last week"),
      .init("bootstrap history --json", "print the same as JSON, with the content ids"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let report = try await HistoryWorkflow(root: session.root, environment: session.environment)
      .report(try scope(session))
    session.console.print(rows: rows(report, session), json: json(report))
    if !session.console.isJSON {
      session.console.report(
        .disk(.historyStart(report.start.map { ReleaseTime(secondsSince1970: $0) })))
    }
    return .success
  }

  private static func scope(_ session: Session) throws(Problem) -> HistoryScope {
    var scope = HistoryScope()
    if let text = session.arguments.values["--since"] {
      guard let age = Cooldown(text) else {
        throw .usage(.badValue(text, option: "--since", expected: .duration))
      }
      scope.start = WallClock.now - Int64(age.seconds)
    }
    if let text = session.arguments.values["--tool"] {
      guard let tool = ToolName(text) else { throw .usage(.badToolName(text)) }
      scope.tool = tool
    }
    return scope
  }

  /// Returns a row for each change and consent, the newest first.
  private static func rows(_ report: HistoryWorkflow.Report, _ session: Session) -> [[String]] {
    func row(
      _ number: String, _ time: Int64, _ command: String, _ folder: FilePath?, _ what: String,
      _ size: String
    ) -> (time: Int64, row: [String]) {
      let date = time == .min ? "" : "\(ReleaseTime(secondsSince1970: time))"
      let place = folder.map(session.formatAbsolutePath) ?? ""
      return (time, [number, date, command, place, what, size])
    }
    let changes = report.changes.map { change in
      let size = (change.added + change.removed).reduce(0) { $0 + $1.size }
      return row(
        "\(change.number)", change.time, change.command, change.folder, change.words,
        QuantityFormat.bytes(size))
    }
    let consents = report.consents.map { consent in
      row(
        "", consent.time, "trust", consent.project,
        QuantityFormat.count(consent.lines.count, "item"), "")
    }
    let packages = report.packages.map { found in
      row(
        "", found.time, "setup", found.folder,
        found.packages.map { "+\($0.name) \($0.version)" }.joined(separator: ", "), "")
    }
    // Changes of the same second keep their order.
    return (changes + consents + packages).enumerated()
      .sorted { ($1.element.time, $0.offset) < ($0.element.time, $1.offset) }.map(\.element.row)
  }

  private static func json(_ report: HistoryWorkflow.Report) -> JSON {
    func parts(_ parts: [RecordedChange.Part]) -> JSON {
      .array(
        parts.map { part in
          .object([
            "name": .string(part.installed.tool.text),
            "version": .string(part.installed.version.text),
            "id": .string(part.installed.id.description), "size": .number(part.size),
          ])
        })
    }
    return .object([
      "schema": 1,
      "since": .time(report.start),
      "changes": .array(
        report.changes.map { change in
          .object([
            "number": .number(change.number), "time": .time(change.time),
            "command": .string(change.command), "project": .optional(change.folder?.string),
            "added": parts(change.added), "removed": parts(change.removed),
          ])
        }),
      "consents": .array(
        report.consents.map { consent in
          .object([
            "time": consent.accepted.map { .string("\($0)") } ?? .null,
            "project": .string(consent.project.string), "items": .strings(consent.lines),
          ])
        }),
      "packages": .array(report.packages.map(json)),
    ])
  }

  private static func json(_ found: HistoryWorkflow.FoundPackages) -> JSON {
    let packages = found.packages.map { name, version in
      JSON.object(["name": .string(name), "version": .string(version)])
    }
    return .object([
      "time": .time(found.time), "project": .string(found.folder.string),
      "manager": .string(found.manager), "packages": .array(packages),
    ])
  }
}

extension RecordedChange {
  /// What the change added and took away: `+ruff 0.17.5, -ruff 0.17.4`.
  fileprivate var words: String {
    (added.map { "+\($0.installed.tool) \($0.installed.version)" }
      + removed.map { "-\($0.installed.tool) \($0.installed.version)" }).joined(separator: ", ")
  }
}
