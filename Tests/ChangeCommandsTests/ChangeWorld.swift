import ChangeCommands
import Commands
import Filesystem
import Sandboxes

/// A private folder and root for a test, and silent sessions of commands in it.
struct ChangeWorld {
  private let directory: TemporaryDirectory
  /// The working directory of commands.
  let folder: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    folder = try directory.directory("app")
  }

  var root: FilePath { directory.path.appending("root") }

  /// The session of a command in the folder.
  func session(_ words: [String]) throws -> Session {
    try Session(
      Program(
        typed: (["bootstrap", "--quiet", "-C", folder.string] + words).map { Array($0.utf8) },
        environment: Environment([
          "HOME": directory.path.string, "BOOTSTRAP_ROOT": root.string,
        ]), commands: ChangeProgram.allCommands))
  }

  /// nil if the file does not exist.
  func text(_ name: String) -> String? {
    (try? folder.appending(name).contents(limit: 10_000)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
