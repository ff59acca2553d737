internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout
internal import Manifests
internal import Terminal
internal import Workflows

enum Verify: ChangingCommand {
  static let syntax = Catalog.verify

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let start = ContinuousClock.now
    let scope = try VerificationScope(session)
    let verifying = Verifying(root: session.root)
    let console = session.console
    let report = try await verifying.verify(scope.installations) { console.trace(line(of: $0)) }
    let damaged = report.results.filter { $0.damage != nil }
    let repairs = try await scope.repairs(of: damaged.map(\.installed), verifying, session)
    let isWhole = damaged.isEmpty && scope.missing.isEmpty
    sayUnrecorded(report.unrecorded, console)
    if console.isJSON {
      console.print(
        [],
        json: .object([
          "schema": 1, "whole": .bool(isWhole),
          "installations": .array(report.results.map { json($0, session) }),
          "missing": .strings(scope.missing),
          "run": .strings(
            repairs.isEmpty && !scope.missing.isEmpty ? ["bootstrap install"] : repairs),
        ]))
      return isWhole ? .done : .no
    }
    console.note(summary(of: report.results, damaged.count, time: .now - start))
    let damages = damaged.compactMap(\.damage)
    if !damages.isEmpty {
      console.deny(.damage(DamageProblem(installations: damages, repairs: repairs)))
    }
    if !scope.missing.isEmpty { console.deny(.project(.notInstalled(scope.missing))) }
    return isWhole ? .done : .no
  }

  /// A root that this user may not write is verified all the same, and to remember it is the affair of who may: that is no news. Any
  /// other fault of the store is.
  private static func sayUnrecorded(_ problem: Problem?, _ console: Console) {
    guard let problem else { return }
    if problem.exitCode == .cannotWrite {
      console.trace("not recorded: \(problem.messages.map(\.headline).joined(separator: ", "))")
    } else {
      for message in problem.messages { console.warn(message) }
    }
  }

  /// `verified 10 tools, 8,959 files, 438 MB in 0.5 s`
  private static func summary(
    of results: [Verifying.Result], _ damagedCount: Int, time: Duration
  ) -> String {
    let toolCount = Set(results.map(\.installed.tool)).count
    let tools = Quantities.count(toolCount, "tool")
    let fileCount = results.reduce(0) { $0 + $1.fileCount }
    let words = [
      results.count == toolCount ? tools : "\(results.count) versions of \(tools)",
      "\(Quantities.number(fileCount)) file\(fileCount == 1 ? "" : "s")",
      "\(Quantities.bytes(results.reduce(0) { $0 + $1.byteCount })) in \(Quantities.time(time))",
    ]
    return "verified " + words.joined(separator: ", ")
      + (damagedCount == 0 ? "" : ": \(damagedCount) damaged")
  }

  private static func line(of result: Verifying.Result) -> String {
    let last =
      result.before.map { before in
        "last verified \(Quantities.age(Int((Timestamps.nanoseconds - before.time) / 1_000_000_000))) ago"
          + (before.damagedCount == 0 ? "" : ", and damaged then")
      } ?? "never verified before"
    return "\(result.installed.tool) \(result.installed.version): \(last)"
  }

  private static func json(_ result: Verifying.Result, _ session: Session) -> JSON {
    let installed = result.installed
    return .object([
      "name": .string(installed.tool.text), "version": .string(installed.version.text),
      "id": .string(installed.id.description),
      "path": .string(session.root.folder(of: installed).string),
      "files": .number(result.fileCount), "bytes": .number(result.byteCount),
      "whole": .bool(result.damage == nil),
      "damage": result.damage?.json ?? .array([]),
      "last_verified": result.before.map { before in
        .object([
          "time": .string("\(ReleaseTime(secondsSince1970: before.time / 1_000_000_000))"),
          "files": .number(before.fileCount), "damaged": .number(before.damagedCount),
        ])
      } ?? .null,
    ])
  }
}
