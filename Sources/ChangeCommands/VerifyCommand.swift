internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout
internal import Manifests
internal import Terminal
internal import Workflows

enum VerifyCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "verify", "Compare installed files byte for byte with their original contents.",
    family: .maintaining,
    arguments: .list(placeholder: "[TOOL[@VERSION]…]", atLeast: 0, atMost: .max),
    options: [.init("--all", "verify all installations, the least recently verified first")],
    details: [
      "Without arguments, verifies the tools that the lock and pins of this directory select.",
      "Exit 0: all files are intact. Exit 1: some are not; the output says how to repair them.",
    ],
    examples: [
      .init("bootstrap verify", "verify the tools used in this directory"),
      .init("bootstrap verify ruff@0.17.5", "verify one version"),
      .init(
        "bootstrap verify --all --verbose", "also print the time of the last verification"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let start = ContinuousClock.now
    let scope = try scope(session)
    let verifying = VerifyWorkflow(root: session.root)
    let console = session.console
    let report = try await verifying.verify(scope.installations) { console.report(notice(of: $0)) }
    let damaged = report.results.filter { $0.damage != nil }
    let repairs = try await scope.repairs(of: damaged.map(\.installed)) {
      await verifying.users(of: $0)
    }
    let isComplete = damaged.isEmpty && scope.missing.isEmpty
    if let problem = report.unrecorded { console.report(.notRecorded(problem)) }
    if console.isJSON {
      let commands = repairs.map(\.command)
      console.print(
        [],
        json: .object([
          "schema": 1, "whole": .bool(isComplete),
          "installations": .array(report.results.map { json($0, session) }),
          "missing": .strings(scope.missing.map(\.description)),
          "run": .strings(
            commands.isEmpty && !scope.missing.isEmpty ? ["bootstrap install"] : commands),
        ]))
      return isComplete ? .success : .failure
    }
    console.report(.verified(summary(of: report.results, damaged.count, time: .now - start)))
    let damages = damaged.compactMap(\.damage)
    if !damages.isEmpty {
      console.deny(.damage(DamageProblem(installations: damages, repairs: repairs)))
    }
    if !scope.missing.isEmpty { console.deny(.project(.notInstalled(scope.missing))) }
    return isComplete ? .success : .failure
  }

  /// Returns the installations to verify: all installations, those of the named tools, or those
  /// that the working directory uses.
  private static func scope(_ session: Session) throws(Problem) -> VerificationScope {
    let names = session.arguments.positionals
    var subject = VerificationScope.Subject.folder
    if session.arguments.has("--all") {
      if let name = names.first {
        throw .usage(.unexpectedArgument(name, command: session.command))
      }
      subject = .all
    } else if !names.isEmpty {
      var tools: [(tool: ToolName, version: VersionText?)] = []
      for name in names { tools.append(try Session.toolAndVersion(name)) }
      subject = .tools(tools)
    }
    do throws(Problem) {
      return try VerificationScope(subject, try session.selector())
    } catch {
      throw session.namingNearest(error)
    }
  }

  private static func summary(
    of results: [VerifyWorkflow.Result], _ damagedCount: Int, time: Duration
  ) -> Notice.Verified {
    Notice.Verified(
      toolCount: Set(results.map(\.installed.tool)).count, versionCount: results.count,
      fileCount: results.reduce(0) { $0 + $1.fileCount },
      byteCount: results.reduce(0) { $0 + $1.byteCount }, damagedCount: damagedCount, time: time)
  }

  /// Returns the notice about the previous verification of the same installation, which only
  /// `--verbose` prints.
  private static func notice(of result: VerifyWorkflow.Result) -> Notice {
    let age = result.before.map { (WallClock.nanoseconds - $0.time) / 1_000_000_000 }
    return .lastVerified(
      title: "\(result.installed.tool) \(result.installed.version)",
      secondsAgo: age.map { Int($0) }, wasDamaged: result.before?.damagedCount ?? 0 > 0)
  }

  private static func json(_ result: VerifyWorkflow.Result, _ session: Session) -> JSON {
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
