package import Diagnostics
internal import Selection
package import Terminal

/// `install` with nothing to do, the usual case. It opens no socket, loads no library, and takes no
/// lock.
package enum UpToDateInstall: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "install", "Install the tools of the project, or single tools.", family: .locking,
    arguments: .list(placeholder: "[TOOL[@VERSION]…]", atLeast: 0, atMost: .max),
    options: [
      .init("--frozen", "fail if the lock does not match the Toolfile (always on in CI)"),
      .init("--force", "reinstall from verified files, which repairs damage"),
      .init("--offline", "do not access the network"),
      .init("--jobs", value: "N", "number of simultaneous downloads"),
      .init("--with", value: "GROUPS", "also install these optional groups, separated by commas"),
    ],
    details: [
      "Without arguments, locks first if necessary, and also installs the pins of .tool-version."
    ],
    examples: [
      .init("bootstrap install", "everything this project needs"),
      .init("bootstrap install --frozen", "exactly the lock, or exit 81"),
      .init("bootstrap install ruff@0.17.5", "a single tool, for pins without a lock"),
    ])

  /// Returns `nil` if there is work to do, or an error that only the other program can report.
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
      // The other program knows the sources and reports their errors in the same file as well.
      case .syntax, .sources: return nil
      default: throw error
      }
    }
    guard state.problems.isEmpty else { return nil }
    session.console.print(
      [], json: .object(["schema": 1, "installed": .array([]), "present": .number(state.count)]))
    session.console.report(.nothingToDo(toolCount: state.count))
    return .success
  }
}
