package import Filesystem
package import Layout
internal import Projects

/// The programs of the system that bootstrap runs for its own purposes, such as `gh` and `python3`.
///
/// The user asked for none of them, so nothing of a stranger may answer. Only absolute folders of
/// `PATH` count, and of these neither shims nor folders of any root or of the project: `exec` puts
/// the executables of a project on `PATH`, and a project may name one `gh`. A helper starts in `/`,
/// finds only the same folders on its own `PATH`, and inherits neither variables that redirect git
/// nor secrets.
package struct HelperPrograms: Sendable {
  /// The variables that a helper inherits.
  package let environment: Environment
  private let root: Root
  /// The folders whose programs are never helpers.
  private let excluded: [ManagedFolders]

  /// Creates a search of the `PATH` of `environment`.
  ///
  /// - Parameter project: The folder of the project, or one in it. What excludes programs is all of
  ///   its checkouts (``ManagedFolders``), and those of the project where the process was started.
  ///   With `-C` or `--global`, that is a different project, which may have set `PATH`.
  package init(_ environment: Environment, root: Root, project: FilePath) {
    let places = Set([project] + ((try? FilePath.workingDirectory()).map { [$0] } ?? []))
    let excluded = places.map {
      ManagedFolders(of: $0, root: root, home: environment.path("HOME"))
    }
    var own = Environment(entries: environment.entries.filter { !Self.isWithheld($0) })
    let folders = (environment.bytes(of: "PATH") ?? []).split(separator: UInt8(ascii: ":"))
      .filter { entry in
        let folder = FilePath(bytes: entry)
        return folder.isAbsolute && !excluded.contains { $0.contains(folder) }
          && !folder.appending(".routes").exists
      }
    own.set("PATH", to: folders.joined(separator: [UInt8(ascii: ":")]))
    self.environment = own
    self.excluded = excluded
    self.root = root
  }

  /// Runs the programs called `name`, in the order of `PATH`, until `read` accepts the output of
  /// one. Returns the result, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - name: The name of the programs.
  ///   - arguments: Their arguments.
  ///   - withheld: The names of environment variables that the programs do not get.
  ///   - limit: The maximum size of the output in bytes.
  ///   - read: Returns the result from the output of a program, or `nil` to try the next program.
  package func reply<Reply>(
    of name: String, arguments: [String],
    withholding withheld: [String] = [], limit: Int, _ read: (String) -> Reply?
  ) -> Reply? {
    let environment = Environment(
      entries: environment.entries.filter { entry in
        !withheld.contains { entry.starts(with: "\($0)=".utf8) }
      })
    for program in all(named: name) {
      let output = try? ChildProcess.output(
        of: program, arguments: arguments, environment: environment, limit: limit)
      if let output, let reply = read(String(decoding: output, as: UTF8.self)) { return reply }
    }
    return nil
  }

  /// Returns all programs called `name`, in the order of `PATH`.
  package func all(named name: String) -> [FilePath] {
    SystemPrograms(environment, root: root).all(named: name).filter(admits)
  }

  /// Returns whether `program` is an absolute path, and neither in a root nor in the project. Links
  /// are followed, because one may lead there.
  package func admits(_ program: FilePath) -> Bool {
    program.isAbsolute && !excluded.contains { $0.contains(program) }
  }

  /// Returns whether an entry `NAME=value` is withheld from helpers: it tells git which repository
  /// or configuration to use, or holds a secret. `gh` would answer `GH_ENTERPRISE_TOKEN` for any
  /// host.
  private static func isWithheld(_ entry: [UInt8]) -> Bool {
    let name = String(decoding: entry.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    return name.hasPrefix("GIT_")
      || ["TOKEN", "PASSWORD", "SECRET"].contains { name.uppercased().hasSuffix($0) }
  }
}
