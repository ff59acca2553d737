internal import Diagnostics
internal import Terminal

/// `install` where nothing is to be done, which is how it ends most of the time: it opens no socket, loads no library, takes no lock.
enum InstallNothing {
  /// nil where there is something to do, or something to say that is not said here.
  static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let arguments = session.arguments
    _ = try session.jobs
    guard arguments.positionals.isEmpty, arguments.values["--with"] == nil,
      !arguments.has("--force")
    else { return nil }
    let state: ProjectState
    do throws(Problem) {
      state = try ProjectState.read(session)
    } catch {
      // Who knows the sources says what they have against the same file, too.
      if case .syntax = error { return nil }
      throw error
    }
    guard state.lacks.isEmpty else { return nil }
    session.console.print(
      [], json: .object(["schema": 1, "installed": .array([]), "present": .number(state.count)]))
    session.console.note("nothing to do: \(Quantities.count(state.count, "tool")) installed")
    return .done
  }
}
