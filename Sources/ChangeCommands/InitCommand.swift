internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Importing
internal import Manifests
internal import Projects
internal import SourceKinds
internal import Terminal
internal import Versions
internal import Vocabulary
internal import Workflows

enum InitCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "init", "Create a Toolfile with the tools that other files in the directory name.",
    family: .locking,
    options: [
      .init(
        "--from-machine", "start from what Homebrew, apt, npm, pipx, cargo, and mise installed"
      ),
      .init("--dry-run", "print the Toolfile, and write nothing"),
      .global,
    ],
    details: [
      "Reads .tool-versions, .nvmrc and the like, mise.toml, aqua.yaml, go.mod, package.json,",
      "Gemfile, Gemfile.lock, and Brewfile. Uses no network. What it leaves out is listed in the",
      "Toolfile.",
    ],
    examples: [
      .init("bootstrap init --dry-run", "show the Toolfile first"),
      .init("bootstrap init", "create a Toolfile; edit it, then run bootstrap install"),
      .init(
        "bootstrap init --global --from-machine --dry-run",
        "preview a Toolfile with what you have installed"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let path = session.workingDirectory.appending(Toolfile.name)
    let name = session.formatPath(path)
    let isDryRun = session.arguments.has("--dry-run")
    // Otherwise the creation fails, which also removes what a killed process left.
    if isDryRun,
      try mappingFileErrors({ () throws(FileError) in try path.linkStatus() }) != nil
    {
      throw .project(.file(.manifestExists(path: name)))
    }
    if session.arguments.has("--from-machine") {
      let machine = MachineInit(session)
      let toolfile = try toolfile(machine.text, at: path, named: name, session)
      show(machine.text, machine.json(toolfile, at: path, isWritten: !isDryRun), session)
      try reportProjectAbove(session)
      if let notice = machine.notice { session.console.report(notice) }
      session.console.report(notice(of: machine.toolfile.tools.count, in: name, session))
      return .success
    }
    let manifests = try manifests(session)
    // A Toolfile without tools would look as if the other files had named none.
    if manifests.proposals.isEmpty, let problem = manifests.remarks.lazy.compactMap(\.problem).first
    {
      throw problem
    }
    let text = ImportedToolfile(manifests).text
    let toolfile = try toolfile(text, at: path, named: name, session)
    show(text, json(manifests, toolfile, at: path, isWritten: !isDryRun), session)
    try reportProjectAbove(session)
    for remark in manifests.remarks { session.console.report(.edit(.leftOut(remark))) }
    session.console.report(notice(of: manifests.proposals.count, in: name, session))
    return .success
  }

  /// Writes the new Toolfile, except with `--dry-run`, and returns it.
  private static func toolfile(
    _ text: String, at path: FilePath, named name: String, _ session: Session
  ) throws(Problem) -> Toolfile {
    let toolfile: Toolfile
    do {
      toolfile = try Toolfile(parsing: Array(text.utf8), path: name)
    } catch {
      throw .syntax(error)
    }
    if !session.arguments.has("--dry-run") {
      try create(toolfile, at: path, named: name)
      session.files.forget(path)
    }
    return toolfile
  }

  /// Returns the notice about a new Toolfile with `toolCount` tools.
  private static func notice(
    of toolCount: Int, in path: String, _ session: Session
  ) -> Notice {
    if session.arguments.has("--dry-run") { return .edit(.dryRun) }
    return .edit(.created(path: path, toolCount: toolCount, isGlobal: session.isGlobal))
  }

  /// Prints the new Toolfile if `--dry-run` prevented writing it.
  private static func show(_ text: String, _ json: JSON, _ session: Session) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    session.console.print(
      session.arguments.has("--dry-run") ? lines.map(String.init) : [], json: json)
  }

  /// Writes a Toolfile in a folder that has none.
  private static func create(
    _ toolfile: Toolfile, at path: FilePath, named name: String
  ) throws(Problem) {
    do {
      try path.createFile(with: toolfile.bytes)
    } catch {
      if error.isOccupied { throw .project(.file(.manifestExists(path: name))) }
      throw Problem(error)
    }
  }

  /// Reports a project in a folder above. Its tools no longer apply here.
  private static func reportProjectAbove(_ session: Session) throws(Problem) {
    guard
      let folder = try Project.folder(
        above: session.workingDirectory.parentDirectory, session.environment)
    else { return }
    session.console.report(
      .edit(
        .projectAbove(
          toolfile: session.formatPath(folder.appending(Toolfile.name)),
          folder: session.formatPath(folder))))
  }

  /// Reads the manifests of other tools in the working directory. Those that cannot be read are
  /// left out.
  private static func manifests(_ session: Session) throws(Problem) -> ManifestImport {
    var manifests = ManifestImport(.shipped)
    for file in ImportableFile.all {
      let path = session.workingDirectory.appending(file.name)
      guard session.environment.reads(path) else { continue }
      if path.leadsOutside {
        manifests.leaveOut(file.name, because: .linkOutside)
        continue
      }
      do {
        if let statements = try file.statements(at: path, named: file.name) {
          manifests.add(statements, of: file.name)
        }
      } catch {
        let problem = Problem(error, formatPath: session.formatPath)
        if problem.exitCode == .systemFailure { throw problem }
        manifests.leaveOut(file.name, because: .unreadable(problem))
      }
    }
    return manifests
  }

  private static func json(
    _ manifests: ManifestImport, _ toolfile: Toolfile, at path: FilePath, isWritten: Bool
  ) -> JSON {
    .object([
      "schema": 1,
      "toolfile": .string(path.string),
      "written": .bool(isWritten),
      "tools": .array(
        manifests.proposals.map { proposal in
          .object([
            "name": .string(proposal.tool.name.text),
            "requirement": .string(proposal.tool.requirement.description),
            "origin": .origin(
              toolfile[proposal.tool.name]?.origin.withoutColumn ?? proposal.origin),
            "text": .string(proposal.tool.statement),
            "from": .origin(proposal.origin),
          ])
        }),
      "left_out": manifests.leftOut,
      "contents": .string(String(decoding: toolfile.bytes, as: UTF8.self)),
    ])
  }
}

extension ImportRemark {
  /// The problem of a file that cannot be read, or `nil` if the remark is about another.
  fileprivate var problem: Problem? {
    if case .unreadable(let problem) = reason { problem } else { nil }
  }
}
