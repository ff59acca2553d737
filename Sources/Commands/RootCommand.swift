package import Diagnostics
internal import Filesystem
internal import Layout
package import Terminal

/// `root`: the path of the root.
package enum RootCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "root", "Print the directory where tools are installed.", family: .placing,
    details: [
      "The directory is $BOOTSTRAP_ROOT, otherwise the one that bootstrap is installed in,",
      "otherwise ~/.bootstrap.",
    ],
    examples: [
      .init("bootstrap root", "print the directory"),
      .init("BOOTSTRAP_ROOT=/opt/tools bootstrap root", "use another directory for one command"),
    ])

  /// Prints the path of the root.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let path = session.root.path
    session.console.print(path, json: .object(["schema": 1, "root": .string(path.string)]))
    return .success
  }
}
