internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Importing
internal import Locking
internal import Manifests
internal import Projects
internal import Terminal
internal import Versions
internal import Vocabulary
internal import Workflows

enum ImportCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "import", "Add the tools of other manifests to the Toolfile, or pins to .tool-version.",
    family: .maintaining,
    arguments: .list(placeholder: "[FILE…]", atLeast: 0, atMost: .max),
    options: [.init("--dry-run", "show what would be added, and write nothing")],
    details: [
      "FILE is one of those that `bootstrap init` reads. Edits the Toolfile alone, and creates one",
      "if there is none. Lists what it leaves out, with what serves it instead.",
      "Without FILE, copies what .nvmrc, .tool-versions and the like pin here to .tool-version.",
    ],
    examples: [
      .init("bootstrap import", "pin in .tool-version what .nvmrc or .tool-versions pins here"),
      .init("bootstrap import mise.toml", "add the tools of mise"),
      .init("bootstrap import Gemfile Brewfile --dry-run", "show what would be added"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    try session.checkOwners()
    try session.checkDirectoryIsInRepository()
    if session.arguments.positionals.isEmpty { return try await importPins(session) }
    let isDryRun = session.arguments.has("--dry-run")
    let folder = try session.nearestFolderToEdit()
    let project = try Project.load(
      folder ?? session.workingDirectory, isRelocking: true, isNew: folder == nil,
      in: session.files, session.environment, formatPath: session.formatPath)
    let (registries, remarks) =
      try await ChangeContext(session).locking().keptRegistries(of: project)
    var manifests = ManifestImport(
      registries, into: project.toolfile,
      pins: try session.pins(in: folder ?? session.workingDirectory))
    for remark in remarks { manifests.note(remark) }
    try addFiles(to: &manifests, session)
    try checkSize(of: manifests, with: project.toolfile)
    var editor = ToolfileEditor(project.toolfile)
    do {
      try editor.addImported(manifests.proposals.map(\.tool))
    } catch {
      throw .project(.statement(error))
    }
    manifests.locateDeclarations(in: editor.toolfile)
    var isWritten = false
    if !isDryRun, !manifests.proposals.isEmpty {
      try project.checkToolfileIsWritable()
      isWritten = try ProjectEdit(project.with(editor.toolfile, nil), replacing: project).write()
    }
    show(manifests, editor.toolfile, in: project, isWritten: isWritten, session)
    let unlockable = UnlockableTools(in: editor.toolfile, registries).problems
    let isLockable = unlockable.isEmpty || manifests.proposals.isEmpty
    if !isLockable { session.console.report(.edit(.unlockable(unlockable))) }
    if manifests.report.hasUnreadableFile { return .unreadableManifest }
    return isLockable ? .success : .failure
  }

  /// Checks that a Toolfile can be read again after all tools have been added.
  static func checkSize(
    of manifests: ManifestImport, with toolfile: Toolfile
  ) throws(Problem) {
    let limit = Toolfile.maximumByteCount
    if toolfile.bytes.count + manifests.byteCount <= limit { return }
    throw .project(
      .file(
        .importTooLarge(
          path: toolfile.path, toolCount: manifests.proposals.count, limit: limit)))
  }

  /// Copies what the nearest files of other version managers pin here to `.tool-version`.
  private static func importPins(_ session: Session) async throws(Problem) -> ExitCode {
    let importing = PinImport(session.selector()) { [console = session.console] in
      console.report($0)
    }
    let result = try await importing.run(isDryRun: session.arguments.has("--dry-run"))
    show(result, at: importing.path, session)
    return .success
  }

  private static func show(
    _ result: PinImport.Result, at path: FilePath, _ session: Session
  ) {
    let console = session.console
    if console.isJSON {
      let tools = result.added.map { pin, from in
        JSON.object([
          "name": .string(pin.tool.text), "requirement": .string("= \(pin.version)"),
          "origin": .origin(pin.origin.withoutColumn),
          "text": .string("\(pin.tool) \(pin.version)"), "from": .origin(from),
        ])
      }
      let report = result.report
      console.print(
        [],
        json: .object(
          ImportReport.json(at: path, isWritten: result.isWritten, tools: tools) + report.json))
      return
    }
    for (pin, _) in result.added {
      console.report(.edit(.statementAdded(text: "\(pin.tool) \(pin.version)", origin: pin.origin)))
    }
    console.report(.edit(.accounted(result.report, isListed: true)))
    let isDryRun = session.arguments.has("--dry-run")
    console.report(
      isDryRun
        ? .edit(.dryRun) : .pin(.imported(toolCount: result.added.count, isNew: result.isNew)))
  }

  /// Adds the files on the command line. Sends no requests, so it searches a registry on a server
  /// only if a copy is kept.
  private static func addFiles(
    to manifests: inout ManifestImport, _ session: Session
  ) throws(Problem) {
    for word in session.arguments.positionals {
      let path = path(of: word, session)
      guard let file = ImportableFile(at: path.string) else {
        if try !mappingFileErrors({ () throws(FileError) in try path.isPresent() }) {
          throw Problem(.file(.missing(path)), formatPath: session.formatPath)
        }
        throw .usage(.unknownManifest(word, known: ImportableFile.all.map(\.path.text)))
      }
      let name = session.formatPath(session.workingDirectory.resolving(FilePath(word)))
      do throws(ManifestError) {
        let isLink = !file.format.isNameOnly && path.leadsOutside
        if isLink || isBelowLinkOutside(word, session) { throw ManifestError.linkOutside(path) }
        guard let contents = try file.contents(at: path, named: name) else {
          throw ManifestError.file(.missing(path))
        }
        for contents in contents { manifests.add(contents) }
      } catch {
        throw Problem(error, formatPath: session.formatPath)
      }
    }
  }

  /// Returns the path of a file. After `..`, it is that of the folder which is meant, so that the
  /// folders above are those in its text.
  private static func path(of word: String, _ session: Session) -> FilePath {
    let path = session.workingDirectory.resolving(FilePath(word))
    guard word.split(separator: "/").contains(".."),
      let folder = try? path.parentDirectory.resolvingLinks()
    else { return path }
    return folder.appending(path.lastComponent)
  }

  /// Returns whether a folder on the way from the working directory to a file is a link out of the
  /// repository. Whoever writes `..` wants to leave it.
  private static func isBelowLinkOutside(_ word: String, _ session: Session) -> Bool {
    let names = word.split(separator: "/", omittingEmptySubsequences: false)
    if names.first == "" || names.contains("..") { return false }
    return session.workingDirectory.appending(word)
      .leadsOutside(ofRepositoryWith: session.workingDirectory)
  }

  private static func show(
    _ manifests: ManifestImport, _ toolfile: Toolfile, in project: Project, isWritten: Bool,
    _ session: Session
  ) {
    let console = session.console
    let texts = toolfile.textsOfTools
    let tools = manifests.proposals.map { proposal in
      (proposal, toolfile[proposal.tool.name]?.origin.withoutColumn ?? proposal.origin)
    }
    if console.isJSON {
      let added = tools.map { proposal, origin in
        JSON.object([
          "name": .string(proposal.tool.name.text),
          "requirement": .string(proposal.tool.requirement.description),
          "origin": .origin(origin),
          "text": .optional(texts[proposal.tool.name.text]?.text),
          "from": .origin(proposal.origin),
        ])
      }
      let path = project.folder.appending(Toolfile.name)
      console.print(
        [],
        json: .object(
          ImportReport.json(at: path, isWritten: isWritten, tools: added)
            + manifests.report.json))
      return
    }
    for (proposal, _) in tools {
      console.reportLines(
        from: [], to: texts[proposal.tool.name.text]?.lines ?? [], in: toolfile.path)
    }
    console.report(.edit(.accounted(manifests.report, isListed: true)))
    let isDryRun = session.arguments.has("--dry-run")
    console.report(.edit(isDryRun ? .dryRun : .imported(toolCount: tools.count)))
  }
}
