internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout
internal import Terminal
internal import Vocabulary
internal import Workflows

/// `whence --file` and `whence --digest`, for which the database is read. `bin/bootstrap` handles
/// all other cases.
enum FileWhenceCommand: ChangeCommand {
  static let syntax = WhenceCommand.syntax

  /// Prints the installations with a file and its path there, sorted by tool, oldest version first.
  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let subject = try subject(session)
    let console = session.console
    let progress = ProgressDisplay(console)
    let found = try await progress.show { () async throws(Problem) in
      try await FileSearch(for: subject, in: session.root) { progress.checked($0, of: $1) }
    }
    console.print(rows: rows(found), json: json(found, session))
    if !found.isEmpty { return .success }
    if !console.isJSON {
      switch subject {
      case .name(let name): console.report(.selection(.fileInNone(name: name)))
      case .digest(let digest): console.report(.selection(.digestInNone(digest)))
      }
    }
    return .failure
  }

  /// Returns what the command line asks for.
  ///
  /// - Throws: ``UsageProblem/contradiction(_:_:command:meanings:)`` if two options exclude each
  ///   other, or ``UsageProblem/badValue(_:option:expected:)`` if the text is not a digest.
  private static func subject(_ session: Session) throws(Problem) -> FileSearch.Subject {
    let given = ["--path", "--file", "--digest"].filter { session.arguments.has($0) }
    if given.count > 1 {
      throw .usage(.contradiction(given[0], given[1], command: session.command, meanings: []))
    }
    let text = session.arguments.positionals[0]
    if session.arguments.has("--file") { return .name(text) }
    // An advisory may write the name of the algorithm before the digest.
    let digits = text.hasPrefix("sha256:") ? String(text.dropFirst("sha256:".count)) : text
    guard let digest = SHA256Digest(hexadecimal: digits.lowercased()) else {
      throw .usage(.badValue(text, option: "--digest", expected: .digest))
    }
    return .digest(digest)
  }

  private static func rows(_ found: FileSearch) -> [[String]] {
    found.downloads.map { ["\($0.tool) \($0.version) (\($0.id.abbreviated))", "a download"] }
      + found.files.map { file in
        let installed = file.installed
        return ["\(installed.tool) \(installed.version) (\(installed.id.abbreviated))", file.path]
      }
  }

  private static func json(_ found: FileSearch, _ session: Session) -> JSON {
    func members(_ installed: InstalledVersion) -> [JSON.Member] {
      [
        .init(name: "name", value: .string(installed.tool.text)),
        .init(name: "version", value: .string(installed.version.text)),
        .init(name: "id", value: .string(installed.id.description)),
      ]
    }
    return .object([
      "schema": 1,
      "files": .array(
        found.files.map { file in
          let path = session.root.folder(of: file.installed).appending(file.path).string
          return .object(
            members(file.installed) + [
              .init(name: "path", value: .string(path)),
              .init(name: "size", value: .number(file.size)),
              .init(name: "sha256", value: .string("\(file.digest)")),
            ])
        }),
      "downloads": .array(found.downloads.map { .object(members($0)) }),
    ])
  }
}
