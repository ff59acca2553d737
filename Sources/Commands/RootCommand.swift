package import Diagnostics
internal import Filesystem
internal import Layout
package import Terminal

/// `root`: the path of the root.
package enum RootCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "root", "Print the folder where tools are installed.", family: .placing,
    details: ["The folder is $BOOTSTRAP_ROOT, or ~/.bootstrap if that is not set."],
    examples: [.init("bootstrap root", ""), .init("BOOTSTRAP_ROOT=/opt/tools bootstrap root", "")])

  /// Prints the path of the root.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let path = session.root.path.string
    session.console.print([path], json: .object(["schema": 1, "root": .string(path)]))
    return .success
  }
}
