package import Diagnostics
package import Filesystem
internal import Importing
internal import Layout
internal import Manifests
internal import Projects
package import Selection
internal import Versions
package import Vocabulary

/// Copies pins from the nearest files of other version managers, in the working directory or above,
/// to the directory's `.tool-version`. Sends no request.
package struct PinImport: Sendable {
  /// The result of an import.
  package struct Result: Sendable {
    /// The new pins, each with the line from which it was copied.
    package fileprivate(set) var added: [(pin: ToolPin, from: Origin)] = []
    /// Remarks about the lines that were not copied as they are.
    package fileprivate(set) var remarks: [ImportRemark] = []
    /// Whether the directory had no `.tool-version`.
    package let isNew: Bool
    /// Whether the file was written.
    package fileprivate(set) var isWritten = false

    /// What became of the lines of all files.
    package var report: ImportReport {
      func isPart(_ remark: ImportRemark) -> Bool {
        if case .otherVersions = remark.reason { true } else { false }
      }
      return ImportReport(
        toolCount: added.count, leftOut: remarks.filter { !isPart($0) },
        notes: remarks.filter(isPart))
    }
  }

  private let selector: Selector
  private let observe: @Sendable (Notice) -> Void
  /// The `.tool-version` of the directory.
  package let path: FilePath
  /// The path of the file as messages show it.
  private let name: String

  /// Creates an import into the `.tool-version` of the working directory.
  package init(_ selector: Selector, observe: @escaping @Sendable (Notice) -> Void) {
    self.selector = selector
    self.observe = observe
    path = selector.directory.appending(ToolVersionFile.name)
    name = selector.formatPath(path)
  }

  /// Imports the pins. Writes the file unless `isDryRun` is true.
  package func run(isDryRun: Bool) async throws(Problem) -> Result {
    let (folder, requests) = try selector.guestRequests() ?? (selector.directory, [])
    selector.files.forget(path)
    let old = try read()
    var file = old ?? ToolVersionFile(path: name)
    var result = Result(isNew: old == nil)
    let texts = texts(in: folder)
    result.remarks = try remarksAboutSilentPins(upTo: folder, texts)
    for request in requests {
      try add(request, written: texts[request.origin], to: &file, &result)
    }
    result.remarks += try selector.guestSystemLines(in: folder).map { tool, origin in
      ImportRemark(texts[origin] ?? "\(tool) system", at: origin, .system(tool.text))
    }
    let toolfile = toolfile(in: folder)
    result.remarks += try selector.overruledGuestLines(in: folder).map { line in
      let declared = toolfile?[line.tool]
      let origin = declared?.origin ?? line.pin ?? .file(Toolfile.name.description)
      let reason = Self.reason(
        toLeaveOut: line, declared: declared?.requirement.value, at: origin.withoutColumn)
      return ImportRemark(texts[line.origin] ?? line.tool.text, at: line.origin, reason)
    }
    let accounted = Set(result.remarks.map(\.origin))
    for line in try selector.repeatedGuestLines(in: folder, besides: requests)
    where !accounted.contains(line.origin) {
      let reason = Self.reason(toLeaveOut: line, taken: file.pin(of: line.tool))
      let text = texts[line.origin] ?? line.tool.text
      result.remarks.append(ImportRemark(text, at: line.origin, reason))
    }
    if !isDryRun, !result.added.isEmpty {
      try await write(file)
      result.isWritten = true
    }
    return result
  }

  /// Returns the reason to leave out a line about a tool that is declared: that only, or that the
  /// declared requirement excludes the version.
  private static func reason(
    toLeaveOut line: Selector.OverruledLine, declared: Requirement?, at origin: Origin
  ) -> ImportRemark.Reason {
    guard let declared, excludes(declared, line) else { return .declared(line.tool, origin) }
    return .declaredOtherwise(line.tool, version: declared.statedVersion, origin)
  }

  /// Returns the reason to leave out a line about a tool that another line pins: that only, or that
  /// the pinned version is another one.
  private static func reason(
    toLeaveOut line: Selector.OverruledLine, taken pin: ToolPin?
  ) -> ImportRemark.Reason {
    let origin = line.pin ?? line.origin
    guard let version = pin?.version.description,
      let pinned = Requirement(translating: version, bare: .prefix), excludes(pinned, line)
    else { return .repeated(line.tool, origin) }
    return .contradicted(line.tool, version: version, origin)
  }

  /// Returns whether a requirement excludes every version that a line asks for.
  private static func excludes(_ requirement: Requirement, _ line: Selector.OverruledLine) -> Bool {
    !line.versions.isEmpty
      && line.versions.allSatisfy { version in
        Requirement(translating: version, bare: .prefix)?.isDisjoint(with: requirement) ?? false
      }
  }

  /// Returns remarks about the pins that are passed over.
  private func remarksAboutSilentPins(
    upTo folder: FilePath, _ texts: [Origin: String]
  ) throws(Problem) -> [ImportRemark] {
    let silent = try selector.silentGuests(upTo: folder)
    for case .unreadable(let problem) in silent.map(\.reason)
    where problem.exitCode == .systemFailure {
      throw problem
    }
    return silent.map { pin in
      ImportRemark(
        texts[pin.origin] ?? pin.origin.path ?? "", at: pin.origin, .passedOver(pin.reason))
    }
  }

  /// Adds the requested version to the file, or a remark that says why it was not added.
  private func add(
    _ request: GuestRequest, written: String?, to file: inout ToolVersionFile,
    _ result: inout Result
  ) throws(Problem) {
    let text = written ?? "\(request.tool) \(request.version)"
    func remark(_ reason: ImportRemark.Reason) -> ImportRemark {
      ImportRemark(text, at: request.origin, reason)
    }
    guard request.isDefined else {
      result.remarks.append(remark(.undefined(request.tool.text)))
      return
    }
    let inForce = try selector.pin(answering: request)
    if inForce == .system {
      result.remarks.append(remark(.system(request.tool.text)))
      return
    }
    guard let pinned = inForce ?? Self.exact(request).map({ .exact($0) }) else {
      result.remarks.append(remark(.notExact(request.version)))
      return
    }
    do {
      try file.pin(request.tool, to: pinned)
    } catch {
      throw .syntax(error)
    }
    if let pin = file.pin(of: request.tool) { result.added.append((pin, request.origin)) }
    if !request.alternatives.isEmpty {
      result.remarks.append(remark(.otherVersions(taken: pinned.description)))
    }
  }

  /// Returns the requested version if it has as many numbers as versions usually have, and `nil` if
  /// it is probably the beginning of one.
  private static func exact(_ request: GuestRequest) -> VersionText? {
    request.version.split(separator: ".").count < 3 ? nil : VersionText(request.version)
  }

  /// Writes the file, and records the folder as a user of its tools.
  private func write(_ file: ToolVersionFile) async throws(Problem) {
    let bytes = file.bytes
    try path.checkIsInRepository(named: name)
    let registration = try await ProjectRegistration(in: selector.root, observe: observe)
    selector.files.forget(path)
    try mappingFileErrors(try path.rewrite(with: bytes))
    selector.files.record(bytes, of: path)
    if let tools = try? selector.folderTools() {
      try await registration.record(path.parentDirectory, of: tools)
    }
  }

  // MARK: Reading files

  /// Returns the lines of the files as written, by their origin.
  private func texts(in folder: FilePath) -> [Origin: String] {
    var texts: [Origin: String] = [:]
    for file in IdiomaticFile.all {
      let path = folder.appending(file.name.description)
      let name = selector.formatPath(path)
      if path.leadsOutside || !selector.environment.reads(path) { continue }
      let contents = try? ImportableFile(at: file.name.description)?.contents(at: path, named: name)
      for statement in ((contents ?? nil) ?? []).flatMap(\.statements) {
        texts[.file(name, line: statement.line)] = statement.text
      }
    }
    return texts
  }

  /// Returns the Toolfile in the folder, or `nil` if it is missing or has faults.
  private func toolfile(in folder: FilePath) -> Toolfile? {
    let path = folder.appending(Toolfile.name)
    let name = selector.formatPath(path)
    return (try? Toolfile.read(at: path, named: name, in: selector.files)) ?? nil
  }

  private func read() throws(Problem) -> ToolVersionFile? {
    do {
      return try ToolVersionFile.read(at: path, named: name, in: selector.files)
    } catch {
      throw Problem(error, formatPath: selector.formatPath)
    }
  }
}
