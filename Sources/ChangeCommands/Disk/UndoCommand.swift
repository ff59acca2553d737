internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout
internal import Terminal
internal import Vocabulary
internal import Workflows

enum UndoCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "undo", "Undo an install or a removal that `history` lists.", family: .maintaining,
    arguments: .list(placeholder: "[NUMBER]", atLeast: 0, atMost: 1),
    options: [.init("--force", "also remove what a known project or a global pin uses")],
    details: [
      "Without a NUMBER, undoes the newest change, which may be an undo. Moves what the change",
      "installed to the trash. What it removed comes back from the trash, which keeps it for a",
      "day, or is unpacked again from kept downloads. To bring back a tool that is built or",
      "consists of gems later, run `install`, which asks for your consent. Project files do not",
      "change.",
      "Exit 1: nothing could be undone.",
    ],
    examples: [
      .init("bootstrap undo", "undo the newest change"),
      .init("bootstrap undo 12", "undo the change with this number"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    var number: Int?
    if let text = session.arguments.positionals.first {
      guard let value = Int(text), value > 0 else {
        throw .usage(.badValue(text, option: "NUMBER", expected: .number(1...Int(Int32.max))))
      }
      number = value
    }
    let report = try await ChangeContext(session).undoing().undo(
      number, isForced: session.arguments.has("--force"), formatPath: session.formatAbsolutePath)
    session.console.print([], json: json(report))
    if !session.console.isJSON { announce(report, session) }
    return report.isEmpty ? .failure : .success
  }

  /// Reports what was undone, and what could not be.
  private static func announce(_ report: UndoWorkflow.Report, _ session: Session) {
    let console = session.console
    func titles(_ installed: [InstalledVersion]) -> [String] {
      installed.map { "\($0.tool) \($0.version)" }
    }
    if !report.isEmpty {
      console.report(
        .disk(
          .undone(
            number: report.change.number, removed: titles(report.removed),
            restored: titles(report.restored))))
    }
    for version in report.inUse { console.report(.disk(.staysInUse(version))) }
    if !report.gone.isEmpty {
      console.report(
        .disk(
          .notRestorable(
            titles: titles(report.gone),
            folder: report.change.folder.map(session.formatAbsolutePath))))
    }
    if report.isEmpty, report.inUse.isEmpty, report.gone.isEmpty {
      console.report(.disk(.undoneAlready(number: report.change.number)))
    }
  }

  private static func json(_ report: UndoWorkflow.Report) -> JSON {
    func versions(_ installed: [InstalledVersion]) -> JSON {
      .array(
        installed.map { one in
          .object([
            "name": .string(one.tool.text), "version": .string(one.version.text),
            "id": .string(one.id.description),
          ])
        })
    }
    return .object([
      "schema": 1, "number": .number(report.change.number), "removed": versions(report.removed),
      "restored": versions(report.restored), "gone": versions(report.gone),
      "in_use": .array(
        report.inUse.map { version in
          .object(["version": .string(version.title), "used_by": .strings(version.users)])
        }),
    ])
  }
}
