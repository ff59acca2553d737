import Commands
import Filesystem
import Layout
import Sandboxes

/// The environment of one test: a temporary working directory and root, and sessions that run
/// commands there with `--quiet`.
struct CommandWorld {
  private let directory: TemporaryDirectory
  /// The working directory of commands.
  let folder: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    folder = try directory.directory("home/app")
  }

  var home: FilePath { directory.path.appending("home") }
  var root: Root { Root(directory.path.appending("root")) }

  /// Creates the session of a command that runs in the folder.
  func session(_ words: [String], environment: [String: String] = [:]) throws -> Session {
    let variables = ["HOME": home.string, "BOOTSTRAP_ROOT": root.path.string]
    return try Session(
      Program(
        commandLine: (["bootstrap", "--quiet", "-C", folder.string] + words).map { Array($0.utf8) },
        environment: Environment(variables.merging(environment) { $1 }),
        commands: MainProgram.syntaxes))
  }

  /// Writes a file in the folder.
  func write(_ name: String, _ text: String) throws {
    try directory.file("home/app/\(name)", text)
  }

  /// Creates the files that an install creates: the tool, the link `installs/<tool>/<version>` that
  /// pins without a lock use, the shim with its route, and the files of the root.
  func install(_ tool: String, _ version: String) throws {
    let folder = "\(version)-1111111111111111111111111111111111111111"
    try directory.file("root/installs/\(tool)/\(folder)/bin/\(tool)", permissions: 0o755)
    let link = root.installs.appending(tool).appending(version)
    try link.makeLink(to: FilePath(folder))
    try directory.file("root/store.sqlite")
    try directory.file("root/libexec/bootstrap-shim", "\n", permissions: 0o755)
    try root.routes.makeDirectories()
    try root.routes.appending(tool).replaceContents(with: "\(tool)\n.\n".utf8)
    try root.shims.appending(tool).makeLink(to: Root.shimTarget)
  }
}
