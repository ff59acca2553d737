package import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
package import Selection
package import Terminal
internal import Vocabulary

/// `install` when there is nothing to do, which is the usual case. `bin/bootstrap` handles it
/// without opening a socket, loading a library, or acquiring a lock.
package enum UpToDateInstall: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "install", "Install the project's tools, or the tools you name.", family: .locking,
    aliases: [.init("sync")],
    arguments: .list(placeholder: "[TOOL[@VERSION]…]", atLeast: 0, atMost: .max),
    options: [
      .init("--frozen", "fail if the lock does not match the Toolfile (implied when CI is set)"),
      .init("--force", "reinstall from verified downloads to repair damage"),
      .init("--prebuilt", "fail instead of building a tool from source"),
      .global,
      .init("--offline", "do not access the network"),
      .init("--jobs", value: "N", "run up to N downloads at once (1 to 64)"),
      .timeout,
      .explanation,
      .init(
        "--accept-publisher", value: "TOOL", "lock TOOL although its publisher changed",
        isRepeatable: true),
      .init("--from-idiomatic", "also install what .nvmrc, .tool-versions, and the like pin"),
      .init("--annotate", value: "SERVICE", "show errors in the pull request: github"),
      .init(
        "--with", value: "GROUPS", "also install these optional groups, separated by commas",
        isRepeatable: true),
      .init("--without", value: "GROUPS", "leave these groups out", isRepeatable: true),
    ],
    details: [
      "Locks first if necessary. A VERSION of 0.17 means the newest 0.17, and `=0.17` is exact."
    ],
    examples: [
      .init("bootstrap install --frozen", "install exactly what the lock records, or exit with 81")
    ])

  /// Reports that there is nothing to do. Returns `nil` if there may be work to do, or an error
  /// that only `bootstrap-change` can report.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    guard let state = try finishedState(session) else { return nil }
    // Only the store tells whether these folders are recorded, so that no tool of them is pruned.
    if !state.pinFolders.isEmpty, session.root.isChangeable { return nil }
    return try report(state, session)
  }

  /// Returns the state of the directory's tools if an install has nothing to do for them, except
  /// perhaps to record the folders of pins. Otherwise, returns `nil`.
  package static func finishedState(_ session: Session) throws(Problem) -> FolderState? {
    let arguments = session.arguments
    // An invalid value is an error even if there is nothing to do.
    _ = try session.jobs
    _ = try session.timeout
    guard arguments.positionals.isEmpty, arguments.values["--with"] == nil,
      arguments.values["--without"] == nil, !arguments.has("--force"),
      !arguments.has("--from-idiomatic")
    else { return nil }
    // `bootstrap-change` refuses a root that does not fit `PATH`, reports files of other users, and
    // compares the accepted list.
    if session.comparesTrustList || !session.root.path.fitsPathVariable { return nil }
    guard session.selector().foreignFiles().isEmpty else { return nil }
    let state: FolderState
    do {
      state = try session.folderState()
    } catch {
      switch error {
      // Only `bootstrap-change` contains the sources. It reports errors in their options together
      // with the syntax errors of the same file.
      case .syntax, .sources: return nil
      default: throw error
      }
    }
    guard state.problems.isEmpty, state.isConfirmed else { return nil }
    if state.count > ToolView.folderLimit, session.root.path.isWritable, lacksView(state, session) {
      return nil
    }
    // A copy of a project needs nothing, but must be recorded, so that no tool of it is pruned.
    return try session.selector().recordsProject() ? state : nil
  }

  /// Returns whether the view that commands need in the working directory is missing.
  private static func lacksView(_ state: FolderState, _ session: Session) -> Bool {
    if let view = state.view { return !ToolView.exists(named: view, in: session.root) }
    return (try? session.selector().missingView()) ?? nil != nil
  }

  /// Reports that an install has nothing to do.
  ///
  /// - Throws: ``Problem/systemFacts(_:)`` if the system lacks a program that the project requires,
  ///   which may have changed since the last install.
  package static func report(
    _ state: FolderState, _ session: Session
  ) throws(Problem) -> ExitCode {
    try SystemFacts(session.root, session.environment, project: session.workingDirectory)
      .check(state.systemRequirements)
    if session.console.isJSON, !session.isPreparation {
      let json = try json(of: state, session)
      session.console.print([], json: json)
    }
    session.console.report(.install(.nothingToDo(toolCount: state.count)))
    if !state.notForPlatform.isEmpty, session.console.verbosity == .verbose {
      session.console.report(
        .install(.notForPlatform(tools: state.notForPlatform, platform: .current)))
    }
    return .success
  }

  private static func json(
    of state: FolderState, _ session: Session
  ) throws(Problem) -> JSON {
    .object([
      "schema": 1, "changes": .array([]), "request_changes": .array([]),
      "platform_changes": .object(["added": .array([]), "removed": .array([])]),
      "tools": .array(try session.toolsInUse()),
      "installed": .array([]), "present": .number(state.count),
      "not_for_platform": .strings(state.notForPlatform.map(\.text)),
    ])
  }
}
