internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import Selection
internal import Terminal
internal import Versions
internal import Vocabulary
internal import Workflows

/// The shared action of `local` and `global`: lists, shows, sets, and removes pins.
struct PinFileEditor {
  let session: Session
  /// The file to change.
  let path: FilePath
  /// Whether the file belongs to a folder, which is registered as a user of the pinned versions.
  /// Otherwise, it has the global pins.
  let isLocal: Bool

  /// The options of both commands.
  static let options: [CommandSyntax.Option] = [
    .init("--unset", "remove the pin of TOOL, or all pins"),
    .init("--install", "install the newest version that matches VERSION, then pin it"),
    .init("--offline", "do not access the network"),
  ]

  func run() async throws(Problem) -> ExitCode {
    let words = Self.words(session.arguments.positionals)
    let installs = session.arguments.has("--install")
    if session.arguments.has("--unset") {
      if installs { throw session.contradiction("--unset", "--install") }
      return try await unset(words)
    }
    guard let name = words.first else {
      if installs { throw .usage(.missingArgument("TOOL", command: session.command)) }
      return try list()
    }
    guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
    let text = words.count > 1 ? words[1] : nil
    if text == nil, !installs { return try show(tool) }
    try checkMayBeWritten()
    let project = try projectBeside()
    let version = try await VersionToPin(
      session: session, tool: tool, text: text, isLocal: isLocal, project: project
    ).chosen()
    var file = try read(correcting: tool) ?? ToolVersionFile(path: session.formatPath(path))
    let isChanged = file.pin(of: tool)?.version != version
    let registration = try await registration()
    try edit(&file) { file throws(SyntaxProblems) in try file.pin(tool, to: version) }
    print(tool, file.pin(of: tool))
    if version.description != text, !session.console.isJSON {
      session.console.report(.pinned(tool: tool.text, version: version.description))
    }
    let variable = tool.environmentVariable
    if let value = session.environment.nonEmpty(variable), value != version.description {
      session.console.report(.pinHidden(tool: tool.text, variable: variable, value: value))
    }
    if let declared = project?.toolfile[tool], declared.requirement.value.excludes(version) {
      session.console.report(
        .pinContradictsToolfile(
          tool: tool.text, version: version.description,
          requirement: "\(declared.requirement.value)", origin: declared.requirement.origin,
          variable: variable))
    } else if let locked = project?.lock?[tool], isChanged {
      session.console.report(
        .pinChangesLock(
          tool: tool.text, version: version.description, locked: locked.version.text,
          variable: variable))
    }
    return try await register(registration)
  }

  /// Returns the tool and the version, which may be one word as for `install`: `ruff@0.17.5`.
  private static func words(_ typed: [String]) -> [String] {
    guard typed.count == 1 else { return typed }
    return typed[0].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// Returns the project whose Toolfile is beside the file, or `nil` if there is none. Its lock
  /// follows the pins.
  private func projectBeside() throws(Problem) -> Project? {
    let folder = path.parentDirectory
    guard isLocal, try Project.folder(above: folder, session.environment) == folder else {
      return nil
    }
    // Pins must remain editable if the Toolfile or the lock has an error.
    return try? Project.load(folder, session.environment, formatPath: session.formatPath)
  }

  /// Reads the file, or returns `nil` if it is missing.
  ///
  /// - Parameter tool: The tool whose pin is about to be replaced or removed, so that its lines may
  ///   be invalid.
  private func read(correcting tool: ToolName? = nil) throws(Problem) -> ToolVersionFile? {
    let name = session.formatPath(path)
    do throws(ManifestError) {
      return try ToolVersionFile.read(at: path, named: name)
    } catch {
      if case .syntax = error, let tool,
        let bytes = try? path.contents(limit: ToolVersionFile.maximumByteCount),
        let file = ToolVersionFile(correcting: tool, in: bytes, path: name)
      {
        return file
      }
      throw Problem(error, formatPath: session.formatPath)
    }
  }

  /// Checks that the pin file stays in its repository, even through links, and that no file of
  /// another user takes effect here. The global pins are the user's own.
  private func checkMayBeWritten() throws(Problem) {
    if !isLocal { return }
    try session.checkOwners()
    try session.checkDirectoryIsInRepository()
    try path.checkIsInRepository(named: session.formatPath(path))
  }

  /// Applies the change, and writes the file if its contents differ. Removes a file in which
  /// nothing is left.
  private func edit(
    _ file: inout ToolVersionFile, _ change: (inout ToolVersionFile) throws(SyntaxProblems) -> Void
  ) throws(Problem) {
    // A corrected file differs from the one on the disk already.
    try checkMayBeWritten()
    let old = (try? path.contents(limit: ToolVersionFile.maximumByteCount)) ?? file.bytes
    do throws(SyntaxProblems) {
      try change(&file)
    } catch {
      throw .syntax(error)
    }
    let new = file.bytes
    if new == old, !file.isBlank { return }
    let isBlank = file.isBlank
    try mappingFileErrors { () throws(FileError) in
      // A link to a file elsewhere, as from a folder of dotfiles, stays.
      if isBlank, try path.linkTarget() == nil {
        if try path.isPresent() { try path.removeFile() }
        return
      }
      if isLocal {
        try path.parentDirectory.makeDirectories()
      } else {
        try session.root.makeDirectory()
      }
      try path.rewrite(with: new)
    }
  }

  /// Records the folder's uses. If the Toolfile, the lock, or another pin file is unreadable, the
  /// next install does.
  private func register(_ registration: ProjectRegistration?) async throws(Problem) -> ExitCode {
    if let registration, let tools = try? session.selector().folderTools() {
      try await registration.record(path.parentDirectory, of: tools)
    }
    return .success
  }

  /// Opens the store to record the folder, or returns `nil` for the global pins.
  private func registration() async throws(Problem) -> ProjectRegistration? {
    isLocal ? try await session.registration() : nil
  }

  /// Removes the pin of a tool, or all pins of the file if none is given.
  private func unset(_ words: [String]) async throws(Problem) -> ExitCode {
    if words.count > 1 { throw .usage(.unexpectedArgument(words[1], command: session.command)) }
    var tool: ToolName?
    if let name = words.first {
      tool = ToolName(name)
      if tool == nil { throw .usage(.badToolName(name)) }
    }
    var file = try read(correcting: tool) ?? ToolVersionFile(path: session.formatPath(path))
    if let tool, file.pin(of: tool) == nil {
      let names = file.pins.map(\.tool.text)
      let other = try? printed(tool)
      session.console.report(
        .notPinnedInFile(
          tool: tool.text, file: session.formatPath(path),
          other: other.flatMap { $0.pins.isEmpty ? nil : session.formatPath($0.path) },
          nearest: nearestNames(to: tool.text, in: names)))
    }
    let removed = tool.map { [$0] } ?? file.pins.map(\.tool)
    let registration = try await registration()
    try edit(&file) { file throws(SyntaxProblems) in
      for tool in removed { try file.unpin(tool) }
    }
    if let tool { print(tool, nil) } else { print([], of: path) }
    return try await register(registration)
  }

  /// Prints the new pin if `--json` was given. `pin` is `nil` if the pin was removed.
  private func print(_ tool: ToolName, _ pin: ToolPin?) {
    session.console.print([], json: .object([.init(name: "schema", value: 1)] + json(tool, pin)))
  }

  private func json(_ tool: ToolName, _ pin: ToolPin?) -> [JSON.Member] {
    let line: Int? = if case .file(_, let line, _)? = pin?.origin { line } else { nil }
    return [
      .init(name: "name", value: .string(tool.text)),
      .init(name: "version", value: .optional(pin?.version.description)),
      .init(name: "file", value: .string(path.string)),
      .init(name: "line", value: line.map { .number($0) } ?? .null),
    ]
  }

  // MARK: Printing pins

  /// The file that lists are printed from: the global one, or the nearest `.tool-version` here or
  /// above that pins `tool`, or any tool if it is `nil`. Its pins are empty if there is none.
  private func printed(_ tool: ToolName?) throws(Problem) -> (path: FilePath, pins: [ToolPin]) {
    if !isLocal { return (path, try read()?.pins ?? []) }
    for link in try session.selector().pinChain(reading: .pinFiles).directories {
      if let problem = link.pinFileProblem { throw problem }
      let pins = link.pins.filter { $0.place == .toolVersionFile }
      if tool.map({ tool in pins.contains { $0.tool == tool } }) ?? !pins.isEmpty {
        return (
          link.folder.appending(ToolVersionFile.name),
          pins.map { ToolPin(tool: $0.tool, version: $0.version, origin: $0.origin) }
        )
      }
    }
    return (path, [])
  }

  private func list() throws(Problem) -> ExitCode {
    let (path, pins) = try printed(nil)
    if isLocal, pins.isEmpty { throw .project(.nothingPinned(file: session.formatPath(path))) }
    print(pins, of: path)
    return .success
  }

  private func print(_ pins: [ToolPin], of path: FilePath) {
    session.console.print(
      pins.map { "\($0.tool) \($0.version)" },
      json: .object([
        "schema": 1, "file": .string(path.string),
        "pins": .array(
          pins.map {
            .object(["name": .string($0.tool.text), "version": .string($0.version.description)])
          }),
      ]))
  }

  private func show(_ tool: ToolName) throws(Problem) -> ExitCode {
    let (path, pins) = try printed(tool)
    let printer = PinFileEditor(session: session, path: path, isLocal: isLocal)
    guard let pin = pins.first(where: { $0.tool == tool }) else {
      guard !isLocal, session.mayRunSystemProgram(of: tool) else {
        throw .project(.notPinnedHere(tool: tool.text, file: session.formatPath(path)))
      }
      // Where nothing pins a tool, the system's program runs.
      session.console.print(
        ["system"],
        json: .object([
          "schema": 1, "name": .string(tool.text), "version": "system", "file": .null,
          "line": .null,
        ]))
      return .success
    }
    session.console.print(
      [pin.version.description],
      json: .object([.init(name: "schema", value: 1)] + printer.json(tool, pin)))
    return .success
  }
}

extension Requirement {
  /// Returns whether no scheme of versions lets the requirement admit a pinned version. `system`
  /// and what is no version in any scheme are not excluded.
  func excludes(_ pinned: PinnedVersion) -> Bool {
    guard case .exact(let text) = pinned else { return false }
    let answers = VersionScheme.allCases.compactMap { scheme in
      (try? Version(parsing: text.text, scheme: scheme)).flatMap {
        try? versions(in: scheme).contains($0)
      }
    }
    return !answers.isEmpty && !answers.contains(true)
  }
}

extension ToolVersionFile {
  /// Whether the file has no pins and no comments.
  fileprivate var isBlank: Bool { bytes.allSatisfy { " \t\r\n".utf8.contains($0) } }
}
