internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import Selection
internal import Terminal
internal import Workflows

/// The shared action of `local` and `global`: lists, shows, sets, and removes the pins of one file.
struct PinFileEditor {
  let session: Session
  let path: FilePath
  /// Whether the file's folder is registered as a user of the pinned versions.
  let registers: Bool

  func run() async throws(Problem) -> ExitCode {
    let words = session.arguments.positionals
    var file = try read() ?? ToolVersionFile(path: session.formatPath(path))
    guard let name = words.first else { return try list(file) }
    guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
    if session.arguments.has("--unset") {
      if words.count > 1 { throw .usage(.unexpectedArgument(words[1], command: session.command)) }
      try edit(&file) { file throws(SyntaxProblems) in try file.unpin(tool) }
      printJSON(tool, nil)
    } else if words.count > 1 {
      guard Session.isExact(words[1]), let version = PinnedVersion(words[1]) else {
        throw .usage(.badVersion(words[1], tool: name))
      }
      try edit(&file) { file throws(SyntaxProblems) in try file.pin(tool, to: version) }
      printJSON(tool, version)
      try hint(tool, version)
    } else {
      return try show(tool, file)
    }
    // If the Toolfile, the lock, or another pin file is unreadable, the next install registers the
    // folder instead.
    if registers, let tools = try? session.selector().folderTools() {
      try await session.root.register(path.parentDirectory, of: tools)
    }
    return .success
  }

  private func read() throws(Problem) -> ToolVersionFile? {
    do throws(ManifestError) {
      return try ToolVersionFile.read(at: path, named: session.formatPath(path))
    } catch {
      throw Problem(error, formatPath: session.formatPath)
    }
  }

  /// Applies the change, and writes the file if its contents differ.
  private func edit(
    _ file: inout ToolVersionFile, _ change: (inout ToolVersionFile) throws(SyntaxProblems) -> Void
  ) throws(Problem) {
    let old = file.bytes
    do throws(SyntaxProblems) {
      try change(&file)
    } catch {
      throw .syntax(error)
    }
    let new = file.bytes
    if new == old { return }
    try mappingFileErrors { () throws(FileError) in
      try path.parentDirectory.makeDirectories()
      try path.rewrite(with: new)
    }
  }

  /// Prints the new pin if `--json` was given. `version` is `nil` if the pin was removed.
  private func printJSON(_ tool: ToolName, _ version: PinnedVersion?) {
    session.console.print(
      [],
      json: .object([
        "schema": 1, "name": .string(tool.text), "version": .optional(version?.description),
      ]))
  }

  private func list(_ file: ToolVersionFile) throws(Problem) -> ExitCode {
    session.console.print(
      file.pins.map { "\($0.tool) \($0.version)" },
      json: .object([
        "schema": 1,
        "pins": .array(
          file.pins.map {
            .object(["name": .string($0.tool.text), "version": .string($0.version.description)])
          }),
      ]))
    return .success
  }

  private func show(_ tool: ToolName, _ file: ToolVersionFile) throws(Problem) -> ExitCode {
    guard let pin = file.pin(of: tool) else {
      throw .project(.notPinnedHere(tool: tool.text, file: session.formatPath(path)))
    }
    session.console.print(
      [pin.version.description],
      json: .object([
        "schema": 1, "name": .string(tool.text), "version": .string(pin.version.description),
      ]))
    return .success
  }

  /// Reports a pinned version that pins cannot run yet, which is not an error.
  private func hint(_ tool: ToolName, _ version: PinnedVersion) throws(Problem) {
    guard case .exact(let version) = version else { return }
    let (root, name) = (session.root, tool)
    let isInstalled = try mappingFileErrors { () throws(FileError) in
      try root.defaultInstallation(of: name, version: version) != nil
    }
    if isInstalled || registers && isLocked(tool, version) { return }
    let installations = try mappingFileErrors { () throws(FileError) in
      try root.installedVersions(of: name)
    }
    session.console.report(
      .notInstalledYet(
        tool: tool.text, version: version.text,
        isLockOnly: installations.contains { $0.version == version }, isGlobal: !registers))
  }

  /// Returns whether the lock of the project selects an installation of this version that exists. A
  /// pin of the same version then runs it.
  private func isLocked(_ tool: ToolName, _ version: VersionText) -> Bool {
    guard let tools = try? session.selector().folderTools() else { return false }
    return tools.locked.contains { locked in
      locked.planned.tool == tool && locked.planned.version == version
        && session.root.folder(of: locked.planned.installed).exists
    }
  }
}
