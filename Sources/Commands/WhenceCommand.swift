package import Diagnostics
internal import Filesystem
internal import Layout
internal import Selection
package import Terminal
internal import Vocabulary

/// `whence`: the installed versions that provide an executable.
package enum WhenceCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "whence", "List the installed versions that provide an executable or contain a file.",
    family: .choosing,
    arguments: .list(placeholder: "NAME", atLeast: 1, atMost: 1),
    options: [
      .init("--path", "print the paths of the executables instead"),
      .init("--file", "find files by NAME, which may be the end of a path"),
      .init("--digest", "find files and downloads by NAME, their SHA-256 digest"),
    ],
    details: ["Exit 1: no installed version provides or contains it."],
    examples: [
      .init("bootstrap whence npm", "list tools and versions, oldest first"),
      .init("bootstrap whence --path npm", "list the paths of each npm"),
      .init("bootstrap whence --file ruff", "list who has a file of this name, and where"),
    ])

  /// Prints the tools and versions, sorted by tool, oldest version first.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    // The files are in the database, which only `bootstrap-change` can read.
    if session.arguments.has("--file") || session.arguments.has("--digest") { return nil }
    let name = session.arguments.positionals[0]
    let root = session.root
    var found: [InstalledVersion] = []
    // The database knows the executables, too, but shims go by routes and folders, so these are
    // right if both differ. They also need no helper program to read them.
    if let executable = ExecutableName(name) {
      found = try mappingFileErrors(try root.installations(providing: executable)).filter {
        root.hasInstallation(in: root.folder(of: $0))
      }
    }
    let paths = found.map { installed in
      ExecutableName(name).flatMap { (try? root.programPath($0, of: installed)) ?? nil }?.string
        ?? ""
    }
    // One version may be installed with several contents.
    var titles: [String] = []
    for title in found.map({ "\($0.tool) \($0.version)" }) where title != titles.last {
      titles.append(title)
    }
    session.console.print(
      session.arguments.has("--path") ? paths : titles,
      json: .object([
        "schema": 1, "name": .string(name),
        "provided_by": .array(
          zip(found, paths).map { one, path in
            .object([
              "name": .string(one.tool.text), "version": .string(one.version.text),
              "id": .string(one.id.description), "path": .string(path),
            ])
          }),
      ]))
    if !found.isEmpty { return .success }
    if !session.console.isJSON {
      session.console.report(.selection(.providedByNone(executable: name)))
    }
    return .failure
  }
}
