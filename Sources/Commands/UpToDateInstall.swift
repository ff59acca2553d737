package import Diagnostics
internal import Selection
package import Terminal

/// `install` with nothing to do, the usual case: opens no socket, loads no library, takes no lock.
package enum UpToDateInstall: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "install", "Install what the project's lock names, or single tools.", family: .locking,
    arguments: .list(placeholder: "[TOOL[@VERSION]…]", atLeast: 0, atMost: .max),
    options: [
      .init("--frozen", "fail where the lock does not match the Toolfile (in CI: always)"),
      .init("--force", "install anew what is there already: repairs what was damaged"),
      .init("--offline", "open no connection"),
      .init("--jobs", value: "N", "downloads at once"),
      .init("--with", value: "GROUPS", "optional groups too, joined by commas"),
    ],
    details: [
      "Without a name: locks first where the lock is missing or stale, and pins of .tool-version too."
    ],
    examples: [
      .init("bootstrap install", "everything this project needs"),
      .init("bootstrap install --frozen", "in CI: exactly the lock, or exit 81"),
      .init("bootstrap install ruff@0.17.5", "one tool, for pins without a lock"),
    ])

  /// Returns nil if there is something to do, or to report that only the other program can.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let arguments = session.arguments
    _ = try session.jobs
    guard arguments.positionals.isEmpty, arguments.values["--with"] == nil,
      !arguments.has("--force")
    else { return nil }
    let state: FolderState
    do throws(Problem) {
      state = try session.folderState()
    } catch {
      switch error {
      // The other program knows the sources and also reports their errors in the same file.
      case .syntax, .sources: return nil
      default: throw error
      }
    }
    guard state.problems.isEmpty else { return nil }
    session.console.print(
      [], json: .object(["schema": 1, "installed": .array([]), "present": .number(state.count)]))
    session.console.report(.nothingToDo(toolCount: state.count))
    return .done
  }
}
