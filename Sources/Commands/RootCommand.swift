package import Diagnostics
internal import Filesystem
internal import Layout
package import Terminal

package enum RootCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "root", "Print the folder that holds what is installed.", family: .placing,
    details: ["It is $BOOTSTRAP_ROOT, or ~/.bootstrap."],
    examples: [.init("bootstrap root", ""), .init("BOOTSTRAP_ROOT=/opt/tools bootstrap root", "")])

  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let path = session.root.path.string
    session.console.print([path], json: .object(["schema": 1, "root": .string(path)]))
    return .done
  }
}
