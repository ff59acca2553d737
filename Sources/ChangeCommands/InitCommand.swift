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
      "Reads .tool-versions, .nvmrc and the like, mise.toml, .prototools, .sdkmanrc, aqua.yaml,",
      "devbox.json, pixi.toml, pixi's part of pyproject.toml, go.mod, package.json, Gemfile,",
      "Gemfile.lock, Mintfile, Brewfile, global.json, .xcode-version, and Hermit's bin. Uses no",
      "network. Every entry becomes a tool or is listed in the Toolfile with the reason. A version",
      "such as 1.7 is that release in .tool-versions, as asdf reads it, and any 1.7.x in most",
      "other files.",
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
    // Otherwise the creation fails, which also removes what a killed process left.
    if session.arguments.has("--dry-run"),
      try mappingFileErrors({ () throws(FileError) in try path.linkStatus() }) != nil
    {
      throw .project(.file(.manifestExists(path: name)))
    }
    return session.arguments.has("--from-machine")
      ? try create(from: MachineInit(session), at: path, named: name, session)
      : try createFromFiles(at: path, named: name, session)
  }

  private static func create(
    from machine: MachineInit, at path: FilePath, named name: String, _ session: Session
  ) throws(Problem) -> ExitCode {
    let isDryRun = session.arguments.has("--dry-run")
    let toolfile = try toolfile(
      machine.text, of: machine.toolfile.tools.count, at: path, named: name, session)
    show(machine.text, machine.json(toolfile, at: path, isWritten: !isDryRun), session)
    try reportProjectAbove(session)
    if let notice = machine.notice { session.console.report(notice) }
    session.console.report(notice(of: machine.toolfile.tools.count, in: name, session))
    return .success
  }

  private static func createFromFiles(
    at path: FilePath, named name: String, _ session: Session
  ) throws(Problem) -> ExitCode {
    let (manifests, unreadable) = try manifests(session)
    let report = manifests.report
    // A Toolfile without tools would look as if the other files had named none.
    if manifests.proposals.isEmpty, let unreadable {
      if report.entryCount > 1 {
        session.console.report(.edit(.accounted(report, isListed: true)))
      }
      throw unreadable
    }
    let isDryRun = session.arguments.has("--dry-run")
    let text = ImportedToolfile(manifests).text
    let toolfile = try toolfile(
      text, of: manifests.proposals.count, at: path, named: name, session)
    show(text, json(manifests, toolfile, at: path, isWritten: !isDryRun), session)
    try reportProjectAbove(session)
    // With `--dry-run`, the printed Toolfile already lists what is left out.
    session.console.report(.edit(.accounted(report, isListed: !isDryRun)))
    session.console.report(notice(of: manifests.proposals.count, in: name, session))
    let unlockable = UnlockableTools(in: toolfile, .shipped).problems
    if !unlockable.isEmpty { session.console.report(.edit(.unlockable(unlockable))) }
    if let unreadable { return unreadable.exitCode }
    if report.hasUnreadableFile { return .unreadableManifest }
    return unlockable.isEmpty ? .success : .failure
  }

  /// Writes the new Toolfile, except with `--dry-run`, and returns it.
  private static func toolfile(
    _ text: String, of toolCount: Int, at path: FilePath, named name: String, _ session: Session
  ) throws(Problem) -> Toolfile {
    let limit = Toolfile.maximumByteCount
    if text.utf8.count > limit {
      throw .project(.file(.importTooLarge(path: name, toolCount: toolCount, limit: limit)))
    }
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
  ///
  /// - Returns: The tools, and the problem of the first unreadable file, or `nil` if all files can
  ///   be read.
  private static func manifests(
    _ session: Session
  ) throws(Problem) -> (ManifestImport, unreadable: Problem?) {
    let folder = session.workingDirectory
    try session.checkOwners()
    var manifests = ManifestImport(.shipped, pins: try session.pins(in: folder))
    var unreadable: Problem?
    for name in ImportableFile.linkedFolders(in: folder) {
      manifests.leaveOut(name, because: .linkedFolder)
    }
    for file in ImportableFile.all {
      let names = try mappingFileErrors { () throws(FileError) in try file.paths(in: folder) }
      for name in names {
        let path = folder.appending(name)
        if !session.environment.reads(path) { continue }
        if file.isOptional {
          manifests.leaveOut(name, because: .onRequest)
          continue
        }
        do throws(ManifestError) {
          let isLink = !file.format.isNameOnly && path.leadsOutside(ofRepositoryWith: folder)
          if isLink { throw ManifestError.linkOutside(path) }
          for contents in try file.contents(at: path, named: name) ?? [] {
            manifests.add(contents)
          }
        } catch {
          let problem = Problem(error, formatPath: session.formatPath)
          if problem.exitCode == .systemFailure { throw problem }
          if case .linkOutside = error {
            manifests.leaveOut(name, because: .linkOutside)
          } else {
            manifests.leaveOut(name, because: .unreadable(problem))
          }
          unreadable = unreadable ?? problem
        }
      }
    }
    return (manifests, unreadable)
  }

  private static func json(
    _ manifests: ManifestImport, _ toolfile: Toolfile, at path: FilePath, isWritten: Bool
  ) -> JSON {
    let tools = manifests.proposals.map { proposal in
      JSON.object([
        "name": .string(proposal.tool.name.text),
        "requirement": .string(proposal.tool.requirement.description),
        "origin": .origin(toolfile[proposal.tool.name]?.origin.withoutColumn ?? proposal.origin),
        "text": .string(proposal.tool.statement),
        "from": .origin(proposal.origin),
      ])
    }
    let contents = String(decoding: toolfile.bytes, as: UTF8.self)
    return .object(
      ImportReport.json(at: path, isWritten: isWritten, tools: tools) + manifests.report.json
        + [.init(name: "contents", value: .string(contents))])
  }
}
