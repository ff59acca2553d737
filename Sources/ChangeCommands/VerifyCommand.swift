internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout
internal import Manifests
internal import Terminal
internal import Vocabulary
internal import Workflows

enum VerifyCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "verify", "Compare installed files byte for byte with what was locked and downloaded.",
    family: .maintaining,
    arguments: .list(placeholder: "[TOOL[@VERSION]…]", atLeast: 0, atMost: .max),
    options: [
      .init("--all", "verify all installations, the least recently verified first"),
      .init("--lock", "verify the locked tools by Toolfile.lock and downloads alone"),
      .init("--attestations", "verify the publishers in Toolfile.lock again, without a network"),
      .init(
        "--older-than", value: "AGE", "leave out what was found intact less than AGE ago (7d)"),
    ],
    details: [
      "Without arguments, verifies the tools that the lock and pins of this directory select.",
      "If a download is gone, bootstrap's database replaces it, except with `--lock`.",
      "Exit 0: files and downloads are intact. Exit 1: some are not; the output says what to do.",
    ],
    examples: [
      .init("bootstrap verify", "verify the tools used in this directory"),
      .init("bootstrap verify ruff@0.17.5", "verify one version"),
      .init("bootstrap verify --lock", "verify a root that came from a CI cache"),
      .init("bootstrap verify --attestations", "prove again who published the locked files"),
      .init("bootstrap verify --all -v", "also print the time of the last verification"),
      .init("bootstrap verify --all --older-than 7d", "verify a part of a large root each night"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    if session.arguments.has("--attestations") {
      return try await AttestationCheck(session: session).run()
    }
    let start = ContinuousClock.now
    let scope = try scope(session)
    let trustsRoot = !session.arguments.has("--lock")
    let age = try minimumAge(session)
    let verifying = VerifyWorkflow(
      root: session.root, locked: scope.locked, trustsRoot: trustsRoot)
    let console = session.console
    let progress = ProgressDisplay(console)
    let report = try await progress.show { () async throws(Problem) in
      var count = 0
      return try await verifying.verify(
        scope.installations, minimumAge: age?.seconds
      ) { result in
        for notice in notices(of: result, withHistory: trustsRoot) { progress.report(notice) }
        count += 1
        progress.checked(count, of: scope.installations.count)
      }
    }
    let vanished = session.arguments.has("--all") ? try await verifying.vanished() : []
    let findings = try await Findings(
      report, vanished, scope, verifying,
      // A view is made on this machine, so no lock describes one.
      views: trustsRoot ? try verifying.damagedViews().map(session.formatAbsolutePath) : [])
    if let problem = report.unrecorded { console.report(.verification(.notRecorded(problem))) }
    if console.isJSON {
      console.print([], json: json(of: findings, report, session))
    } else {
      let notice = summary(of: report, age, findings.isComplete, time: .now - start)
      console.report(.verification(.verified(notice)))
      deny(findings, scope, console)
    }
    return findings.isComplete ? .success : .failure
  }

  /// The damage to the verified installations, and the commands that repair it.
  private struct Findings {
    let damaged: [VerifyWorkflow.Result]
    /// The recorded installations that are missing.
    let gone: [WantedVersion]
    /// Everything that is wanted and not installed.
    let missing: [WantedVersion]
    /// The problems with wrong sizes in the lock.
    let sizes: [SourceProblem]
    /// The paths of the damaged views.
    let views: [String]
    let repairs: [Repair]
    let isComplete: Bool

    init(
      _ report: VerifyWorkflow.Report, _ vanished: [InstalledVersion], _ scope: VerificationScope,
      _ verifying: VerifyWorkflow, views: [String]
    ) async throws(Problem) {
      let faulty = report.results.filter { !$0.isWhole }
      let sizes = scope.sizeProblems(of: report.results)
      // Reinstalling does not correct a wrong size in the lock, which is reported separately.
      damaged = faulty.filter { result in
        let (tool, version) = (result.installed.tool, result.installed.version.text)
        return result.damage != nil
          || !sizes.contains { $0.tool == tool && $0.version == version }
      }
      // A lock cannot vouch for what was built, and building it again does not change that.
      let repairable = damaged.filter { result in
        result.damage != nil || result.unanchored?.download != .built
          || result.unanchored?.record != nil
      }
      var repairs = try await scope.repairs(of: repairable.map(\.installed) + vanished) {
        await verifying.users(of: $0)
      }
      // If no project uses the vanished installations, only their records are wrong.
      if repairs.isEmpty, !vanished.isEmpty { repairs = [.records] }
      self.repairs = repairs
      gone = vanished.map { WantedVersion(tool: $0.tool, version: .exact($0.version)) }
      missing = gone + scope.missing
      self.sizes = sizes
      self.views = views
      isComplete = faulty.isEmpty && missing.isEmpty && views.isEmpty && sizes.isEmpty
    }
  }

  /// Reports what is wrong.
  private static func deny(
    _ findings: Findings, _ scope: VerificationScope, _ console: Console
  ) {
    let damaged = findings.damaged
    if !damaged.isEmpty || !findings.gone.isEmpty {
      console.deny(
        .damage(
          DamageProblem(
            vanished: findings.gone, installations: damaged.compactMap(\.damage),
            unanchored: damaged.filter { $0.damage == nil }.compactMap(\.unanchored),
            // The problem of an installation that cannot be verified already names its download.
            downloads: damaged.filter { $0.damage != nil || $0.unanchored == nil }
              .compactMap(\.damagedDownload),
            repairs: findings.repairs)))
    }
    if !scope.missing.isEmpty {
      console.deny(.project(.installation(.notInstalled(scope.missing))))
    }
    if !findings.views.isEmpty {
      console.deny(.project(.installation(.damagedViews(findings.views))))
    }
    if !findings.sizes.isEmpty { console.deny(.sources(findings.sizes)) }
  }

  private static func json(
    of findings: Findings, _ report: VerifyWorkflow.Report, _ session: Session
  ) -> JSON {
    let commands =
      findings.repairs.map(\.command) + (findings.views.isEmpty ? [] : ["bootstrap rehash"])
      + findings.sizes.map { $0.retry.joined(separator: " ") }
    return .object([
      "schema": 1, "whole": .bool(findings.isComplete),
      "installations": .array(report.results.map { json($0, session) }),
      "verified_recently": .number(report.recentCount),
      "missing": .strings(findings.missing.map(\.description)),
      "damaged_views": .strings(findings.views),
      "run": .strings(
        commands.isEmpty && !findings.missing.isEmpty ? ["bootstrap install"] : commands),
    ])
  }

  /// Returns the installations to verify: all installations, those of the named tools, those in
  /// the lock, or those that the working directory uses.
  private static func scope(_ session: Session) throws(Problem) -> VerificationScope {
    let names = session.arguments.positionals
    var subject = VerificationScope.Subject.folder
    let (isAll, isLock) = (session.arguments.has("--all"), session.arguments.has("--lock"))
    if isAll || isLock {
      if let extra = isAll && isLock ? "--lock" : names.first {
        throw .usage(.unexpectedArgument(extra, command: session.command))
      }
      subject = isAll ? .all : .lock
    } else if !names.isEmpty {
      var tools: [(tool: ToolName, version: VersionText?)] = []
      for name in names { tools.append(try session.toolAndVersion(name)) }
      subject = .tools(tools)
    }
    do {
      return try VerificationScope(subject, session.selector())
    } catch {
      throw session.namingNearest(error)
    }
  }

  /// The value of `--older-than`, or `nil` without the option.
  private static func minimumAge(_ session: Session) throws(Problem) -> Cooldown? {
    guard let text = session.arguments.values["--older-than"] else { return nil }
    // Only the database records when an installation was verified, and `--lock` does not read it.
    if session.arguments.has("--lock") {
      throw .usage(
        .contradiction("--lock", "--older-than", command: session.command, meanings: []))
    }
    guard let age = Cooldown(text) else {
      throw .usage(.badValue(text, option: "--older-than", expected: .duration))
    }
    return age
  }

  /// The number of nanoseconds in a second.
  private static let second: Int64 = 1_000_000_000

  private static func summary(
    of report: VerifyWorkflow.Report, _ minimumAge: Cooldown?, _ isWhole: Bool, time: Duration
  ) -> VerificationTotals {
    let results = report.results
    let verified = results.filter { $0.damage != nil || $0.unanchored == nil }
    return VerificationTotals(
      toolCount: Set(verified.map(\.installed.tool)).count, versionCount: verified.count,
      fileCount: verified.reduce(0) { $0 + $1.fileCount },
      byteCount: verified.reduce(0) { $0 + $1.byteCount },
      damagedCount: verified.count { $0.damage != nil },
      unanchoredCount: results.count - verified.count, recentCount: report.recentCount,
      minimumAge: minimumAge,
      isWhole: isWhole, time: time)
  }

  /// Returns the notice about the previous verification, which only `--verbose` prints.
  private static func notices(
    of result: VerifyWorkflow.Result, withHistory usesHistory: Bool
  ) -> [Notice] {
    if !usesHistory { return [] }
    let age = result.before.map { (WallClock.nanoseconds / second) - ($0.time / second) }
    return [
      .verification(
        .lastVerified(
          title: "\(result.installed.tool) \(result.installed.version)",
          secondsAgo: age.map { Int($0) }, wasDamaged: result.before?.damagedCount ?? 0 > 0))
    ]
  }

  private static func json(_ result: VerifyWorkflow.Result, _ session: Session) -> JSON {
    let installed = result.installed
    return .object([
      "name": .string(installed.tool.text), "version": .string(installed.version.text),
      "id": .string(installed.id.description),
      "path": .string(session.root.folder(of: installed).string),
      "files": .number(result.fileCount), "bytes": .number(result.byteCount),
      "whole": .bool(result.isWhole),
      "verified_by": result.unanchored == nil
        ? .string(result.download == nil ? "download" : "record") : .null,
      "download": .string(result.download?.name ?? "kept"),
      "because": result.unanchored.map { .string($0.sentence) } ?? .null,
      "damage": result.damage?.json ?? .array([]),
      "last_verified": result.before.map { before in
        .object([
          "time": .time(before.time / second),
          "files": .number(before.fileCount), "damaged": .number(before.damagedCount),
        ])
      } ?? .null,
    ])
  }
}
