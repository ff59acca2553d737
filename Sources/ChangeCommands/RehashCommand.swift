internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout
internal import Projects
internal import Shims
internal import Terminal
internal import Vocabulary
internal import Workflows

enum RehashCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "rehash", "Recreate the shims for the installed tools.", family: .maintaining,
    details: [
      "Every install does this. Run it only after changing the shims or the installed versions by",
      "hand: it also brings the database in line with them, which `--verbose` shows.",
    ],
    examples: [.init("bootstrap rehash", "recreate the shims")])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    if try !mappingFileErrors({ () throws(FileError) in try session.root.completeShimProgram() }) {
      throw .system(.missingProgram(path: session.root.shimProgram.string))
    }
    let context = ChangeContext(session, failsForOccupiedShims: true)
    let report = try await RehashWorkflow(
      root: session.root, environment: session.environment, observe: context.observe
    )
    .rehash()
    let changes = report.shims
    session.console.print(
      [],
      json: .object([
        "schema": 1, "added": .strings(changes.added.map(\.text)),
        "removed": .strings(changes.removed.map(\.text)),
        "occupied": .strings(changes.occupied.map(\.text)),
        "recorded": .strings(report.repairs?.titles ?? []),
        "forgotten": .number(report.repairs?.deletedCount ?? 0),
      ]))
    for name in changes.added { session.console.report(.shim(.created(name))) }
    for name in changes.removed { session.console.report(.shim(.removed(name))) }
    if changes.occupied.isEmpty { return .success }
    // The JSON object already lists the names.
    if session.console.isJSON { return .failure }
    throw .project(.installation(session.occupiedShims(changes.occupied)))
  }
}
