internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Terminal
internal import Workflows

/// The forms of `versions` that read the database (`--verbose`) or ask a source (`--available`).
/// `bin/bootstrap` handles all other cases.
enum RecordedVersionsCommand: ChangeCommand {
  static let syntax = VersionsCommand.syntax

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    if session.arguments.has("--available") {
      return try await AvailableVersionListing.run(session)
    }
    let listing = try InstalledVersionTable(session)
    let facts = try await InstallationFacts(in: session.root)
    let now = WallClock.now
    session.console.print(
      rows: listing.rows(session) { installed in
        guard let size = facts.sizeWords(of: installed) else { return [] }
        let users = facts.users(of: installed).map { $0.words(session, now: now) }
        return [
          size, facts.useWords(of: installed, now: now),
          facts.verificationWords(of: installed, now: now), users.joined(separator: ", "),
        ]
      },
      json: listing.json(session.root) { facts.members(of: $0) })
    return .success
  }
}
