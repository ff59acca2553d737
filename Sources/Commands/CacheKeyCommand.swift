package import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
package import Terminal
internal import Vocabulary

/// `cache-key`: the key under which CI caches the downloads of a project.
package enum CacheKeyCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "cache-key", "Print the key under which CI caches the downloads of the project.",
    family: .placing,
    options: [.init("--prefix", "print only what the keys of all locks have in common")],
    details: [
      "The key changes with the lock, the platform, and the form in which bootstrap keeps files.",
      "Cache only the directory downloads in `bootstrap root`: install checks what it takes from",
      "there, and recreates everything else.",
    ],
    examples: [
      .init("bootstrap cache-key", "print the key"),
      .init("bootstrap cache-key --prefix", "print the key of any older cache"),
    ])

  /// The number of the form in which `downloads/` keeps files. A cache of another form is useless.
  private static let downloadsFormat = 1

  /// Prints the key of the nearest project.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let prefix = "bootstrap-\(downloadsFormat)-\(Platform.current)-"
    if session.arguments.has("--prefix") {
      session.console.print([prefix], json: .object(["schema": 1, "prefix": .string(prefix)]))
      return .success
    }
    let folder = try session.projectFolder()
    let lock = session.environment.lock(in: folder)
    let bytes = try mappingFileErrors(try lock.contentsIfPresent(limit: Lockfile.maximumByteCount))
    guard let bytes else {
      throw .project(.lock(.missing(toolfile: session.formatPath(folder.appending(Toolfile.name)))))
    }
    // A key of a damaged lock would hide the damage until the install after it.
    do {
      _ = try Lockfile(parsing: bytes, path: session.formatPath(lock))
    } catch {
      throw .syntax(error)
    }
    let key = prefix + String(SHA256Digest(of: bytes).hexadecimal.prefix(40))
    session.console.print(
      [key],
      json: .object([
        "schema": 1, "key": .string(key), "prefix": .string(prefix),
        "path": .string(session.root.downloads.path.parentDirectory.string),
      ]))
    return .success
  }
}
