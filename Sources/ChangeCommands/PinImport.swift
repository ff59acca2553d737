internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Importing
internal import Layout
internal import Manifests
internal import Projects
internal import Selection
internal import Terminal
internal import Vocabulary
internal import Workflows

/// `import` without a file: what the nearest files of other version managers pin, in the working
/// directory or above, becomes pins of its `.tool-version`. Uses no network.
struct PinImport {
  private let session: Session
  private let path: FilePath
  private let name: String

  init(_ session: Session) {
    self.session = session
    path = session.workingDirectory.appending(ToolVersionFile.name)
    name = session.formatPath(path)
  }

  func run() async throws(Problem) -> ExitCode {
    let selector = session.selector()
    let (folder, requests) = try selector.guestRequests() ?? (session.workingDirectory, [])
    let old = try read()
    var file = old ?? ToolVersionFile(path: name)
    var added: [(pin: ToolPin, from: Origin)] = []
    let texts = texts(in: folder)
    let silent = try selector.silentGuests(upTo: folder)
    for case .unreadable(let problem) in silent.map(\.reason)
    where problem.exitCode == .systemFailure {
      throw problem
    }
    var remarks = silent.map { pin in
      ImportRemark(
        texts[pin.origin] ?? pin.origin.path ?? "", at: pin.origin, .passedOver(pin.reason))
    }
    for request in requests {
      let text = texts[request.origin] ?? "\(request.tool) \(request.version)"
      guard request.isDefined, let tool = ToolName(request.tool) else {
        remarks.append(ImportRemark(text, at: request.origin, .undefined(request.tool)))
        continue
      }
      let inForce = try selector.pin(answering: request)
      if inForce == .system {
        remarks.append(ImportRemark(text, at: request.origin, .system(request.tool)))
        continue
      }
      guard let pinned = inForce ?? Self.exact(request).map({ .exact($0) }) else {
        remarks.append(ImportRemark(text, at: request.origin, .notExact(request.version)))
        continue
      }
      do throws(SyntaxProblems) {
        try file.pin(tool, to: pinned)
      } catch {
        throw .syntax(error)
      }
      if let pin = file.pin(of: tool) { added.append((pin, request.origin)) }
      if !request.alternatives.isEmpty {
        remarks.append(
          ImportRemark(text, at: request.origin, .otherVersions(taken: pinned.description)))
      }
    }
    remarks += try selector.guestSystemLines(in: folder).map { tool, origin in
      ImportRemark(texts[origin] ?? "\(tool) system", at: origin, .system(tool))
    }
    let toolfile = toolfile(in: folder)
    remarks += try selector.overruledGuestLines(in: folder).map { tool, origin, pin in
      let declaration = toolfile?[tool]?.origin ?? pin ?? .file(Toolfile.name.description)
      return ImportRemark(
        texts[origin] ?? tool.text, at: origin, .declared(tool.text, declaration.withoutColumn))
    }
    let isDryRun = session.arguments.has("--dry-run")
    if !isDryRun, !added.isEmpty {
      let bytes = file.bytes
      try path.checkIsInRepository(named: name)
      let registration = try await session.registration()
      try mappingFileErrors { () throws(FileError) in try path.rewrite(with: bytes) }
      if let tools = try? selector.folderTools() {
        try await registration.record(path.parentDirectory, of: tools)
      }
    }
    show(added, remarks, isWritten: !isDryRun && !added.isEmpty, isNew: old == nil)
    return .success
  }

  /// Returns the lines of the files as written, by their origin.
  private func texts(in folder: FilePath) -> [Origin: String] {
    var texts: [Origin: String] = [:]
    for file in IdiomaticFile.all {
      let path = folder.appending(file.name.description)
      let name = session.formatPath(path)
      if path.leadsOutside || !session.environment.reads(path) { continue }
      let statements = try? ImportableFile.pins(file).statements(at: path, named: name)
      for statement in (statements ?? nil) ?? [] {
        texts[.file(name, line: statement.line)] = statement.text
      }
    }
    return texts
  }

  /// Returns the Toolfile in the folder, or `nil` if it is missing or has faults.
  private func toolfile(in folder: FilePath) -> Toolfile? {
    let path = folder.appending(Toolfile.name)
    let name = session.formatPath(path)
    let toolfile = try? readManifest(at: path, named: name, limit: Toolfile.maximumByteCount) {
      (bytes) throws(SyntaxProblems) in try Toolfile(parsing: bytes, path: name)
    }
    return toolfile ?? nil
  }

  private func read() throws(Problem) -> ToolVersionFile? {
    do throws(ManifestError) {
      return try ToolVersionFile.read(at: path, named: name)
    } catch {
      throw Problem(error, formatPath: session.formatPath)
    }
  }

  /// Returns the requested version if it has as many numbers as versions usually have, and `nil` if
  /// it is probably the beginning of one.
  private static func exact(_ request: GuestRequest) -> VersionText? {
    request.version.split(separator: ".").count < 3 ? nil : VersionText(request.version)
  }

  private func show(
    _ added: [(pin: ToolPin, from: Origin)], _ remarks: [ImportRemark], isWritten: Bool,
    isNew: Bool
  ) {
    let console = session.console
    if console.isJSON {
      let tools = added.map { pin, from in
        JSON.object([
          "name": .string(pin.tool.text), "requirement": .string("= \(pin.version)"),
          "origin": .origin(pin.origin.withoutColumn),
          "text": .string("\(pin.tool) \(pin.version)"), "from": .origin(from),
        ])
      }
      console.print(
        [],
        json: .object([
          "schema": 1, "toolfile": .string(path.string), "written": .bool(isWritten),
          "tools": .array(tools), "left_out": remarks.json,
        ]))
      return
    }
    for (pin, _) in added {
      console.report(.statementAdded(text: "\(pin.tool) \(pin.version)", origin: pin.origin))
    }
    for remark in remarks { console.report(.leftOut(remark)) }
    let isDryRun = session.arguments.has("--dry-run")
    console.report(isDryRun ? .dryRun : .importedPins(toolCount: added.count, isNew: isNew))
  }
}
