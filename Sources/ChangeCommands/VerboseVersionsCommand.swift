internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Terminal
internal import Vocabulary
internal import Workflows

/// `versions --verbose`, for which the database is read. `bin/bootstrap` handles all other cases.
enum VerboseVersionsCommand: ChangeCommand {
  static let syntax = VersionsCommand.syntax

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let listing = try InstalledVersionTable(session)
    let facts = try await InstallationFacts(in: session.root)
    let now = WallClock.now
    session.console.print(
      rows: listing.rows(session) { columns(of: $0, facts, now: now, session) },
      json: listing.json(session.root) { members(of: $0, facts) })
    return .success
  }

  /// Returns the size, the last use, the last verification, and the users of an installation, or
  /// nothing if it is not recorded.
  private static func columns(
    of installed: InstalledVersion, _ facts: InstallationFacts, now: Int64, _ session: Session
  ) -> [String] {
    guard let size = facts.size(of: installed) else { return [] }
    func age(_ time: Int64) -> String { QuantityFormat.age(Int(now - time)) }
    let verification = facts.verification(of: installed)
      .map { "\($0.isIntact ? "verified" : "found damaged") \(age($0.time)) ago" }
    let users = facts.users(of: installed).map { user in
      session.formatAbsolutePath(user.folder)
        + (user.vanished.map { " (gone for \(age($0)))" } ?? "")
    }
    return [
      QuantityFormat.bytes(size), use(on: facts.lastUse(of: installed), now: now),
      verification ?? "never verified", users.joined(separator: ", "),
    ]
  }

  /// The number of seconds in a day.
  private static let day: Int64 = 86_400

  /// Returns the words for the last use. Only its day is recorded.
  private static func use(on time: Int64?, now: Int64) -> String {
    guard let time else { return "never used" }
    let days = now / day - time / day
    return days <= 0 ? "used today" : "used \(QuantityFormat.count(Int(days), "day")) ago"
  }

  private static func members(
    of installed: InstalledVersion, _ facts: InstallationFacts
  ) -> [JSON.Member] {
    func time(_ seconds: Int64?) -> JSON {
      .optional(seconds.map { "\(ReleaseTime(secondsSince1970: $0))" })
    }
    let verification = facts.verification(of: installed)
    return [
      .init(name: "size", value: facts.size(of: installed).map { .number($0) } ?? .null),
      .init(name: "last_used", value: time(facts.lastUse(of: installed))),
      .init(name: "last_verified", value: time(verification?.time)),
      .init(name: "intact", value: verification.map { .bool($0.isIntact) } ?? .null),
      .init(
        name: "used_by",
        value: .array(
          facts.users(of: installed).map { user in
            .object(["path": .string(user.folder.string), "gone_since": time(user.vanished)])
          })),
    ]
  }
}
