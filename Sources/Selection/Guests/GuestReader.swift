internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import Versions
internal import Vocabulary

/// Reads the files of other version managers, which are guests: last in a folder, each speaks for
/// its tools, and only as far as an installed version answers it.
///
/// It is a class, so the user's settings are read at most once, and only if there is such a file.
final class GuestReader {
  private let root: Root
  private let foreignFiles: ForeignFiles
  private let files: ManifestFiles
  private let formatPath: @Sendable (FilePath) -> String
  private lazy var settings = (try? Settings.read(in: root)) ?? Settings()

  /// The maximum number of versions of one tool in a file. Each is compared with what is installed,
  /// and a stranger's file may have thousands.
  private static let maximumAlternatives = 32

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - root: The root that contains the installations.
  ///   - foreignFiles: Whether to read the files of other users.
  ///   - files: The files that the command has already read.
  ///   - formatPath: Formats a path for messages.
  init(
    root: Root, _ foreignFiles: ForeignFiles, _ files: ManifestFiles,
    formatPath: @escaping @Sendable (FilePath) -> String
  ) {
    self.root = root
    self.foreignFiles = foreignFiles
    self.files = files
    self.formatPath = formatPath
  }

  /// Adds the pins of such a file. A tool that the folder already names keeps its pin.
  func readPins(of file: IdiomaticFile, into link: inout PinChain.Link) {
    let owner = file.tool.flatMap { ToolName($0.description) }
    if let owner, link.names(owner) { return }
    let path = link.folder.appending(file.name.description)
    let name = formatPath(path)
    let bytes: [UInt8]?
    do {
      bytes = try read(path)
    } catch {
      link.passedOver.append(
        PassedOverPin(
          tool: owner, origin: .file(name),
          .unreadable(problem(error, at: path, named: name))))
      return
    }
    guard let bytes, IdiomaticText.mayHaveEntries(in: bytes, of: file) else { return }
    if let fault = IdiomaticText.fault(in: bytes) {
      if settings.follows(file.name.description, tool: owner?.text) {
        link.passedOver.append(
          PassedOverPin(tool: owner, origin: fault.origin(in: name), fault.reason))
      }
      return
    }
    let showsText = !path.leadsOutside
    var counts: [String: Int] = [:]
    let entries = IdiomaticText.entries(in: bytes, of: file)
    if entries.isEmpty, file.onlyPins, let owner,
      settings.follows(file.name.description, tool: owner.text)
    {
      link.passedOver.append(PassedOverPin(tool: owner, origin: .file(name), .noVersion([])))
    }
    for entry in entries.compactMap({ resolve($0, of: file, in: link.folder) }) {
      let count = counts[entry.tool, default: 0] + max(entry.words.count, 1)
      counts[entry.tool] = count
      if count > Self.maximumAlternatives { continue }
      add(entry, at: .file(name, line: entry.line), of: file, showsText: showsText, to: &link)
    }
  }

  private func add(
    _ entry: IdiomaticText.Entry, at origin: Origin, of file: IdiomaticFile, showsText: Bool,
    to link: inout PinChain.Link
  ) {
    guard let tool = ToolName(entry.tool) else {
      // The names of other version managers' plugins are their own. But a character that cannot
      // be seen was hardly meant to be part of a name.
      if showsText, !entry.tool.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) {
        link.passedOver.append(PassedOverPin(tool: nil, origin: origin, .noTool(entry.tool)))
      }
      return
    }
    if link.names(tool) { return }
    guard settings.follows(file.name.description, tool: tool.text) else {
      link.passedOver.append(
        PassedOverPin(
          tool: tool, origin: origin, .turnedOff(config: formatPath(root.config))))
      return
    }
    let versions = entry.versions(of: tool)
    for case let version? in versions {
      guard let answer = answer(to: version, of: tool) else { continue }
      link.pins.append(
        SelectedPin(
          tool: tool, version: answer, place: .idiomaticFile, origin: origin, folder: link.folder))
      return
    }
    let reason = Self.reason(entry, versions, showsText: showsText)
    link.passedOver.append(PassedOverPin(tool: tool, origin: origin, reason))
  }

  /// Returns the reason that no installed version answers an entry.
  private static func reason(
    _ entry: IdiomaticText.Entry, _ versions: [GuestVersion?], showsText: Bool
  ) -> PassedOverPin.Reason {
    if showsText, case .none(let reason) = entry.meaning { return reason }
    let words = showsText ? entry.words : []
    if versions.contains(where: { $0 != nil }) { return .notInstalled(words) }
    return !words.isEmpty && words.allSatisfy(GuestVersion.isAlias)
      ? .alias(words) : .noVersion(words)
  }

  /// Returns the entry to follow in place of one that names another file, or `nil` if that file has
  /// been followed itself.
  ///
  /// Only a file beside a Gemfile counts, and only one that can pin Ruby by itself.
  private func resolve(
    _ entry: IdiomaticText.Entry, of file: IdiomaticFile, in folder: FilePath
  ) -> IdiomaticText.Entry? {
    guard case .file(let name) = entry.meaning else { return entry }
    func resolved(_ words: [String], _ meaning: IdiomaticText.Entry.Meaning) -> IdiomaticText.Entry
    {
      IdiomaticText.Entry(tool: entry.tool, words: words, line: entry.line, meaning)
    }
    let notUnderstood = resolved(entry.words, .none(.notUnderstood(entry.words.joined())))
    let other = IdiomaticFile.all.first { $0.name.description == name }
    guard let other, case .words = other.form, other.mayPin(Array(entry.tool.utf8)),
      let bytes = (try? read(folder.appending(name))) ?? nil
    else { return notUnderstood }
    if settings.follows(name, tool: entry.tool) { return nil }
    guard !folder.appending(name).leadsOutside, IdiomaticText.fault(in: bytes) == nil else {
      return notUnderstood
    }
    let stated = IdiomaticText.entries(in: bytes, of: other).first { $0.tool == entry.tool }
    return resolved(stated?.words ?? [], stated?.meaning ?? .alternatives)
  }

  // MARK: Requests

  /// Returns the first version that such files of a folder state for each tool, in the order of the
  /// files, and the words after it. Versions that are left to the system are left out.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - isDefined: Returns whether a registry defines a tool.
  /// - Throws: ``Problem`` if the system fails to read a file.
  func requests(
    in folder: FilePath, isDefined: (ToolName) -> Bool
  ) throws(Problem) -> [GuestRequest] {
    var requests: [GuestRequest] = []
    for (tool, entry, origin) in try lines(in: folder)
    where !requests.contains(where: { $0.tool == tool }) {
      let versions = entry.versions(of: tool)
      guard let index = versions.firstIndex(where: { $0 != nil }) else { continue }
      let (text, isRequirement): (String, Bool)
      switch versions[index] {
      case .version(let version)?: (text, isRequirement) = (version, false)
      case .requirement(let requirement)?: (text, isRequirement) = (requirement.description, true)
      case .system?, nil: continue
      }
      requests.append(
        GuestRequest(
          tool: tool, version: text, isRequirement: isRequirement, origin: origin,
          isDefined: isDefined(tool), alternatives: Array(entry.words[(index + 1)...])))
    }
    return requests
  }

  /// Returns the lines of such files of a folder that leave a tool to the system.
  ///
  /// - Throws: ``Problem`` if the system fails to read a file.
  func systemLines(in folder: FilePath) throws(Problem) -> [(tool: ToolName, origin: Origin)] {
    try lines(in: folder).compactMap { tool, entry, origin in
      guard case .system? = entry.versions(of: tool).lazy.compactMap(\.self).first else {
        return nil
      }
      return (tool, origin)
    }
  }

  /// Returns the lines of such files of a folder, each with its tool.
  /// Leaves out files and tools that the user's settings turn off, and files that the user may not
  /// read, or that are not text.
  ///
  /// - Throws: ``Problem`` if the system fails to read a file.
  func lines(
    in folder: FilePath
  ) throws(Problem) -> [(tool: ToolName, entry: IdiomaticText.Entry, origin: Origin)] {
    var lines: [(tool: ToolName, entry: IdiomaticText.Entry, origin: Origin)] = []
    for file in IdiomaticFile.all {
      let path = folder.appending(file.name.description)
      guard let bytes = try bytes(at: path), !path.leadsOutside,
        IdiomaticText.fault(in: bytes) == nil
      else { continue }
      for entry in IdiomaticText.entries(in: bytes, of: file) {
        guard let tool = ToolName(entry.tool),
          settings.follows(file.name.description, tool: tool.text),
          let entry = resolve(entry, of: file, in: folder)
        else { continue }
        lines.append((tool, entry, .file(formatPath(path), line: entry.line)))
      }
    }
    return lines
  }

  /// Returns the bytes of a file, or `nil` if it is missing or passed over.
  private func bytes(at path: FilePath) throws(Problem) -> [UInt8]? {
    do {
      return try read(path)
    } catch {
      guard case .unreadable(let code) = error else { return nil }
      let failure = FileError(.open, path, code: code)
      if failure.isSystemFailure { throw Problem(failure) }
      return nil
    }
  }

  private func read(_ path: FilePath) throws(PinReadFault) -> [UInt8]? {
    try files.bytes(of: path) { () throws(PinReadFault) in
      // Most folders have none of these files, and a failed `open` costs much more than this test.
      let path = PathText(path.bytes)
      guard try PinFile.exists(path) else { return nil }
      return try PinFile.read(path, limit: ToolVersionText.maximumByteCount, foreignFiles)
    }
  }

  private func answer(to version: GuestVersion, of tool: ToolName) -> PinnedVersion? {
    switch version {
    case .system: .system
    case .version(let request): root.version(answering: request, of: tool).map { .exact($0) }
    case .requirement(let requirement):
      root.version(answering: requirement, of: tool).map { .exact($0) }
    }
  }

  /// Returns the problem that a file cannot be read at all.
  private func problem(_ fault: PinReadFault, at path: FilePath, named name: String) -> Problem {
    if case .unreadable(let code) = fault, code != 0, !path.isDirectory, !path.isDanglingLink {
      return Problem(.file(FileError(.open, path, code: code)), formatPath: formatPath)
    }
    do {
      _ = try readManifest(
        at: path, named: name, limit: ToolVersionText.maximumByteCount, in: files
      ) {
        (bytes) throws(SyntaxProblems) in bytes
      }
    } catch {
      return Problem(error, formatPath: formatPath)
    }
    return .project(.file(.changedWhileRead(path: name)))
  }
}

extension IdiomaticText.Fault {
  fileprivate func origin(in name: String) -> Origin {
    if case .conflictMarkers(let line) = self { .file(name, line: line) } else { .file(name) }
  }
}

extension PinChain.Link {
  /// Returns whether a file of the folder that takes precedence over those of other version
  /// managers names the tool.
  fileprivate func names(_ tool: ToolName) -> Bool {
    pins.contains { $0.tool == tool } || unavailable.contains { $0.tool == tool }
  }
}
