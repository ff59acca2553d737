import Commands
import Filesystem
import Layout
import Sandboxes

/// A folder and a root of a test's own, and sessions of commands in it that say nothing.
struct CommandWorld {
  private let directory: TemporaryDirectory
  /// Where commands work.
  let folder: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    folder = try directory.directory("home/app")
  }

  var home: FilePath { directory.path.appending("home") }
  var root: Root { Root(directory.path.appending("root")) }

  /// That of a command in the folder.
  func session(_ words: [String], environment: [String: String] = [:]) throws -> Session {
    let variables = ["HOME": home.string, "BOOTSTRAP_ROOT": root.path.string]
    return try Session(
      Program(
        typed: (["bootstrap", "--quiet", "-C", folder.string] + words).map { Array($0.utf8) },
        environment: Environment(variables.merging(environment) { $1 }),
        commands: MainProgram.syntaxes))
  }

  func write(_ name: String, _ text: String) throws {
    try directory.file("home/app/\(name)", text)
  }

  /// Puts what an install leaves behind: the tool as the default of its version, and what the root has then.
  func install(_ tool: String, _ version: String) throws {
    let folder = "\(version)-111111111111"
    try directory.file("root/installs/\(tool)/\(folder)/bin/\(tool)", permissions: 0o755)
    let link = root.installs.appending(tool).appending(version)
    try link.makeLink(to: FilePath(folder))
    try directory.file("root/store.sqlite")
    try root.routes.makeDirectories()
  }
}
