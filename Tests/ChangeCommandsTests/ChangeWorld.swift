import ChangeCommands
import Commands
import Filesystem
import Sandboxes

/// A folder and a root of a test's own, and sessions of commands in it that say nothing.
struct ChangeWorld {
  private let directory: TemporaryDirectory
  /// Where commands work.
  let folder: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    folder = try directory.directory("app")
  }

  var root: FilePath { directory.path.appending("root") }

  /// That of a command in the folder.
  func session(_ words: [String]) throws -> Session {
    try Session(
      Program(
        typed: (["bootstrap", "--quiet", "-C", folder.string] + words).map { Array($0.utf8) },
        environment: Environment([
          "HOME": directory.path.string, "BOOTSTRAP_ROOT": root.string,
        ]), commands: ChangeProgram.allCommands))
  }

  /// nil where there is no such file.
  func text(_ name: String) -> String? {
    (try? folder.appending(name).contents(limit: 10_000)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
