internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout
internal import Terminal
internal import Vocabulary
internal import Workflows

/// `why TOOL@VERSION`, for which the database is read. `bin/bootstrap` handles all other cases.
enum InstalledWhyCommand: ChangeCommand {
  static let syntax = WhyCommand.syntax

  /// Prints why an installed version is there. Needs no project.
  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let (tool, version) = try session.toolAndVersion(session.arguments.positionals[0])
    let found: [InstalledVersion]
    do {
      found = try session.root.installed(tool, version)
    } catch {
      throw session.namingNearest(error)
    }
    let facts = try await InstallationFacts(in: session.root, changesOf: tool)
    let now = WallClock.now
    session.console.print(
      found.flatMap { lines(about: $0, facts, now: now, session) },
      json: .object([
        "schema": 1, "installed": .array(found.map { json(of: $0, facts, session.root) }),
      ]))
    return .success
  }

  private static func lines(
    about installed: InstalledVersion, _ facts: InstallationFacts, now: Int64, _ session: Session
  ) -> [String] {
    let size = facts.sizeWords(of: installed).map { ", \($0)" } ?? ""
    var lines = facts.users(of: installed).map { "used by \($0.words(session, now: now))" }
    if lines.isEmpty {
      lines = ["used by nothing that bootstrap knows"]
      lines.append(
        facts.isKeptForUse(installed, now: now)
          ? "kept by `prune` for 30 days after its last use" : "`prune` may remove it")
    }
    if let addition = facts.addition(of: installed) {
      let age = QuantityFormat.age(Int(now - addition.time))
      let place = addition.folder.map { " in \(session.formatAbsolutePath($0))" } ?? ""
      lines.append("added \(age) ago by `\(addition.command)`\(place) (change \(addition.number))")
    }
    if !size.isEmpty {
      lines.append(facts.useWords(of: installed, now: now))
      lines.append(facts.verificationWords(of: installed, now: now))
    }
    return ["\(installed.tool) \(installed.version) (\(installed.id.abbreviated))\(size)"]
      + lines.map { "  \($0)" }
  }

  private static func json(
    of installed: InstalledVersion, _ facts: InstallationFacts, _ root: Root
  ) -> JSON {
    .object(
      [
        .init(name: "name", value: .string(installed.tool.text)),
        .init(name: "version", value: .string(installed.version.text)),
        .init(name: "id", value: .string(installed.id.description)),
        .init(name: "path", value: .string(root.folder(of: installed).string)),
      ] + facts.members(of: installed) + [
        .init(
          name: "added",
          value: facts.addition(of: installed).map { change in
            .object([
              "change": .number(change.number), "time": .time(change.time),
              "command": .string(change.command), "project": .optional(change.folder?.string),
            ])
          } ?? .null)
      ])
  }
}
