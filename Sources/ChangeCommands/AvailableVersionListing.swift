internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Terminal
internal import Vocabulary
internal import Workflows

/// `versions --available`: lists the versions of a tool that its source has.
enum AvailableVersionListing {
  /// The maximum number of versions to list on a terminal.
  private static let terminalCount = 30

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    guard let name = session.arguments.positionals.first else {
      throw .usage(.missingArgument("TOOL", command: "\(session.command) --available"))
    }
    guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
    let workflow = try ChangeContext(session).informing()
    let versions = try await Consent(session: session).asking { () async throws(Problem) in
      try await workflow.versions(of: tool, for: session.selector())
    }
    let console = session.console
    let isShort = console.isOutputTerminal && console.verbosity != .verbose
    let table = AvailableVersionTable(versions, limit: isShort ? terminalCount : nil)
    console.print(rows: table.rows, json: versions.json)
    if console.isJSON { return .success }
    if table.omittedCount > 0 { console.report(.update(.omittedVersions(table.omittedCount))) }
    if session.arguments.has("--offline") { console.report(.update(.versionsOffline)) }
    return .success
  }
}

extension AvailableVersions {
  fileprivate var json: JSON {
    .object([
      "schema": 1, "name": .string(tool.text), "source": .string(source),
      "package": .string(package), "platform": .string(Platform.current.rawValue),
      "versions": .array(entries.map(Self.json)),
    ])
  }

  private static func json(_ entry: Entry) -> JSON {
    .object([
      "version": .string(entry.version), "released": .optional(entry.released?.description),
      "prerelease": .bool(entry.isPrerelease), "yanked": .optional(entry.yanked),
      "platforms": .strings(entry.platforms.map(\.rawValue)),
      "installed": .bool(entry.isInstalled), "in_force": .bool(entry.isInForce),
    ])
  }
}
