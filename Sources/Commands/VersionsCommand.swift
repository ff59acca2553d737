package import Diagnostics
internal import Filesystem
internal import Layout
internal import Selection
package import Terminal
internal import TextSearch
package import Vocabulary

/// `versions`: the installed versions, or those that a source has.
package enum VersionsCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "versions", "List installed versions of one or all tools.", family: .choosing,
    aliases: [.init("ls-remote", options: ["--available"])],
    arguments: .list(placeholder: "[TOOL]", atLeast: 0, atMost: 1),
    options: [
      .init("--available", "list the versions of TOOL that its source has, stable ones first"),
      .init("--offline", "with --available: use only what is cached on this machine"),
    ],
    details: [
      "With TOOL, also lists the system's program of that name, if there is one. With `--verbose`,",
      "adds sizes, the last use, the last verification, and the projects that use a version.",
    ],
    examples: [
      .init("bootstrap versions", "list the versions of all tools"),
      .init("bootstrap versions node", "list those of node; * marks the one used here"),
      .init("bootstrap versions -v node", "also list who uses them"),
      .init("bootstrap versions --available node", "list what could be installed, with dates"),
    ])

  /// Prints the installed versions and marks those in use.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    // Only `bootstrap-change` can ask a source, or read the database for the facts that `--verbose`
    // adds.
    if session.arguments.has("--available") { return nil }
    if session.arguments.has("--offline") {
      throw .usage(
        .optionAlone(
          "--offline", without: ["--available"],
          lines: [session.retry(appending: ["--available"])]))
    }
    if session.console.verbosity == .verbose { return nil }
    let listing = try InstalledVersionTable(session)
    session.console.print(rows: listing.rows(session), json: listing.json(session.root))
    return .success
  }
}

extension Session {
  /// Returns the problem of a tool that has no installed version.
  package func nothingInstalled(of tool: ToolName) -> InstallationProblem {
    .nothingInstalled(
      tool: tool, version: nil, installed: [], nearest: installedTools(like: tool))
  }

  /// Returns the installed tools with names similar to that of `tool`.
  package func installedTools(like tool: ToolName) -> [ToolName] {
    let others = ((try? root.installedVersions()) ?? []).map(\.tool)
    return nearestNames(to: tool.text, in: Set(others).sorted())
  }
}
