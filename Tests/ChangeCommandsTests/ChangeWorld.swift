import ChangeCommands
import Commands
import Filesystem
import Sandboxes

/// The environment of one test: a temporary working directory and root, and sessions that run
/// commands there with `--quiet`.
struct ChangeWorld {
  private let directory: TemporaryDirectory
  /// The working directory of commands.
  let folder: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    folder = try directory.directory("app")
  }

  var root: FilePath { directory.path.appending("root") }

  /// Creates an empty installation, and the link by which pins without a lock find it.
  func install(_ tool: String, _ version: String) throws {
    let name = "\(version)-1111111111111111111111111111111111111111"
    let folder = root.appending("installs/\(tool)")
    try folder.appending("\(name)/bin").makeDirectories()
    try folder.appending(version).makeLink(to: FilePath(name))
  }

  /// Creates the session of a command that runs in the folder.
  func session(_ words: [String]) throws -> Session {
    try Session(
      Program(
        commandLine: (["bootstrap", "--quiet", "-C", folder.string] + words).map { Array($0.utf8) },
        environment: Environment([
          "HOME": directory.path.string, "BOOTSTRAP_ROOT": root.string,
        ]), commands: ChangeProgram.allCommands))
  }

  /// Returns the text of a file in the folder, or `nil` if the file does not exist.
  func text(_ name: String) -> String? {
    (try? folder.appending(name).contents(limit: 10_000)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
