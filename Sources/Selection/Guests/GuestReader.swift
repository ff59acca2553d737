internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import SourceKinds
internal import Vocabulary

/// Reads the files of other version managers, which are guests: last in a folder, each speaks for
/// its tools, and only as far as an installed version answers it.
///
/// It is a class, so the user's settings and the rules of installed tools are read at most once,
/// and only if there is such a file.
final class GuestReader {
  private let root: Root
  private let foreignFiles: ForeignFiles
  private let files: ManifestFiles
  let formatPath: @Sendable (FilePath) -> String
  private(set) lazy var settings = (try? Settings.read(in: root)) ?? Settings()
  private lazy var rules = (try? GuestRules.read(in: root)) ?? GuestRules()

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
    let path = link.folder.appending(file.name.description)
    // Most folders have no such file, and a lock may name thousands of tools, so look for the file
    // first.
    if (try? exists(path)) == false { return }
    if let owner, link.names(owner) { return }
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
    let subject = owner.map { rules.installedTools(named: $0).first ?? $0 }
    if let fault = IdiomaticText.fault(in: bytes) {
      if settings.follows(file.name.description, tool: owner?.text) {
        link.passedOver.append(
          PassedOverPin(tool: subject, origin: fault.origin(in: name), fault.reason))
      }
      return
    }
    let showsText = !path.leadsOutside
    var counts: [String: Int] = [:]
    let entries = IdiomaticText.entries(in: bytes, of: file)
    if entries.isEmpty, file.onlyPins, let owner,
      settings.follows(file.name.description, tool: owner.text)
    {
      link.passedOver.append(PassedOverPin(tool: subject, origin: .file(name), .noVersion([])))
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
    guard let name = ToolName(entry.tool) else {
      // The names of other version managers' plugins are their own. But a character that cannot
      // be seen was hardly meant to be part of a name.
      if showsText, !entry.tool.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) {
        link.passedOver.append(PassedOverPin(tool: nil, origin: origin, .noTool(entry.tool)))
      }
      return
    }
    let installed = rules.installedTools(named: name)
    let subject = installed.first ?? name
    let tools = [name] + installed
    if tools.contains(where: link.names) { return }
    guard tools.contains(where: { settings.follows(file.name.description, tool: $0.text) }) else {
      link.passedOver.append(
        PassedOverPin(
          tool: subject, origin: origin, .turnedOff(config: formatPath(root.config))))
      return
    }
    func pin(_ tool: ToolName, _ version: PinnedVersion) {
      link.pins.append(
        SelectedPin(
          tool: tool, version: version, place: .idiomaticFile, origin: origin, folder: link.folder))
    }
    let versions = tools.map { entry.versions(of: $0, rules.ofTools[$0] ?? []) }
    for alternative in versions[0].indices {
      for (tool, versions) in zip(tools, versions) {
        guard let version = versions[alternative] else { continue }
        if version == .system { return pin(subject, .system) }
        if let answer = answer(to: version, of: tool) { return pin(tool, answer) }
      }
    }
    let isUnderstood =
      versions.contains { $0.contains { $0 != nil } } || isExplained(entry, of: subject)
    let reason = Self.reason(entry, isUnderstood: isUnderstood, showsText: showsText)
    link.passedOver.append(PassedOverPin(tool: subject, origin: origin, reason))
  }

  /// Returns whether the definition of a tool that is not installed explains a word.
  ///
  /// This affects only messages. Definitions are read only about a word that the message would
  /// otherwise call meaningless.
  private func isExplained(_ entry: IdiomaticText.Entry, of tool: ToolName) -> Bool {
    guard case .alternatives = entry.meaning, rules.ofTools[tool] == nil else { return false }
    let rules = Registries.trusted(in: root).guests(named: entry.tool)
    return entry.words.contains { word in rules.contains { $0.version(of: word) != nil } }
  }

  /// Returns why no installed version satisfies an entry.
  private static func reason(
    _ entry: IdiomaticText.Entry, isUnderstood: Bool, showsText: Bool
  ) -> PassedOverPin.Reason {
    if showsText, case .none(let reason) = entry.meaning { return reason }
    let words = showsText ? entry.words : []
    if isUnderstood { return .notInstalled(words) }
    return !words.isEmpty && words.allSatisfy(IdiomaticText.isAlias)
      ? .alias(words) : .noVersion(words)
  }

  /// Returns the entry to follow in place of one that names another file, or `nil` if that file has
  /// been followed itself.
  ///
  /// Only a file beside a Gemfile counts, and only one that can pin Ruby by itself.
  func resolve(
    _ entry: IdiomaticText.Entry, of file: IdiomaticFile, in folder: FilePath
  ) -> IdiomaticText.Entry? {
    guard case .file(let name) = entry.meaning else { return entry }
    func resolved(_ words: [String], _ meaning: IdiomaticText.Entry.Meaning) -> IdiomaticText.Entry
    {
      IdiomaticText.Entry(tool: entry.tool, words: words, line: entry.line, meaning)
    }
    let notUnderstood = resolved(entry.words, .none(.notUnderstood(entry.words.joined())))
    let other = IdiomaticFile.all.first { $0.name.description == name }
    guard let other, case .words = other.form, other.mayPin(Array(entry.tool.utf8)) else {
      return notUnderstood
    }
    guard folder.appending(name).exists else {
      return resolved(entry.words, .none(.missingFile(name)))
    }
    guard let bytes = (try? read(folder.appending(name))) ?? nil else { return notUnderstood }
    if settings.follows(name, tool: entry.tool) { return nil }
    guard !folder.appending(name).leadsOutside, IdiomaticText.fault(in: bytes) == nil else {
      return notUnderstood
    }
    let stated = IdiomaticText.entries(in: bytes, of: other).first { $0.tool == entry.tool }
    return resolved(stated?.words ?? [], stated?.meaning ?? .alternatives)
  }

  func read(_ path: FilePath) throws(PinReadFault) -> [UInt8]? {
    try files.bytes(of: path) { () throws(PinReadFault) in
      // Most folders have none of these files, and a failed `open` costs much more than this test.
      guard try exists(path) else { return nil }
      return try PinFile.read(
        PathText(path.bytes), limit: ToolVersionText.maximumByteCount, foreignFiles)
    }
  }

  private func exists(_ path: FilePath) throws(PinReadFault) -> Bool {
    try PinFile.exists(PathText(path.bytes))
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
