internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import Vocabulary

/// Reads a ``PinChain`` with the readers of raw bytes that the shim uses.
struct PinChainReader {
  let root: Root
  let environment: Environment
  let platform: Platform
  /// The files that the command has read.
  private let files: ManifestFiles
  /// Formats a path for messages.
  let formatPath: @Sendable (FilePath) -> String
  /// The part of the chain to read.
  let extent: PinChain.Extent
  private let foreignFiles: ForeignFiles
  /// The user's home directory, as a path without links, if its Toolfile is a link, and `nil`
  /// otherwise.
  private let linkedHome: FilePath?
  private let guests: GuestReader
  /// Returns whether the lock in a folder is sealed.
  private let isSealed: (FilePath) -> Bool

  /// Creates a reader of the part of a chain that `extent` describes.
  init(
    root: Root, environment: Environment, platform: Platform, extent: PinChain.Extent,
    files: ManifestFiles, formatPath: @escaping @Sendable (FilePath) -> String,
    isSealed: @escaping (FilePath) -> Bool
  ) {
    self.isSealed = isSealed
    self.root = root
    self.environment = environment
    self.platform = platform
    self.extent = extent
    self.files = files
    self.formatPath = formatPath
    linkedHome = environment.homeWithLinkedToolfile
    foreignFiles = environment.isContinuousIntegration ? .read : .ignored
    guests = GuestReader(root: root, foreignFiles, files, formatPath: formatPath)
  }

  /// Reads the chain of a directory.
  ///
  /// - Parameter directories: The directory and its ancestors, nearest first, with symbolic
  ///   links resolved.
  /// - Throws: ``FileError`` if the folder of installations cannot be listed.
  func chain(_ directories: [FilePath]) throws(FileError) -> PinChain {
    let variables = environment.entries.filter { PinVariable.isAssigned(in: $0) }.map { entry in
      let parts = String(decoding: entry, as: UTF8.self).split(separator: "=", maxSplits: 1)
      return (String(parts[0]), String(parts[1]))
    }
    var global = PinChain.Link(folder: root.path)
    readPins(at: root.globalPins, .globalPins, into: &global)
    return PinChain(
      variables: Dictionary(variables) { first, _ in first }, directories: links(directories),
      global: global,
      installedTools: variables.isEmpty
        ? [] : try root.installedTools())
  }

  /// Returns the starts of the stanzas to read in the lock in `folder`, or `nil` to read all.
  ///
  /// The routes cover a sealed lock, so if an installation provides the executable, only the tools
  /// in its route and the tool with its name matter.
  private func stanzas(ofLockIn folder: FilePath, _ text: Span<UInt8>) -> [Int]? {
    let names: Set<ToolName>
    switch extent {
    case .everything, .pinFiles, .besidesLocks: return nil
    case .sealedLock(_, let tools, _): names = tools
    case .forExecutable(let executable, let installed):
      if installed.isEmpty { return nil }
      names = Set(installed + [ToolName(executable.text)].compactMap(\.self))
    }
    guard isSealed(folder) else { return nil }
    return names.compactMap { LockText.stanza(of: Array($0.text.utf8), inSealed: text) }.sorted()
  }

  /// Returns the links of the directories, as far as ``extent`` requires.
  private func links(_ directories: [FilePath]) -> [PinChain.Link] {
    guard case .forExecutable(_, let installed) = extent else { return directories.map(link) }
    // Once a directory pins a candidate, the directories farther up are read only for the
    // providers that their locks reveal. A revealed tool can only move the result nearer, to a
    // directory that has been read and pins this tool.
    var candidates = Set(installed)
    var isPinned = false
    return directories.map { folder in
      var link = isPinned ? PinChain.Link(folder: folder) : link(folder)
      if isPinned { link.providers = providers(in: folder) }
      candidates.formUnion(link.providers)
      isPinned = isPinned || link.pins.contains { candidates.contains($0.tool) }
      return link
    }
  }

  /// Reads the files of a folder, as far as ``extent`` requires.
  private func link(_ folder: FilePath) -> PinChain.Link {
    var link = PinChain.Link(folder: folder)
    if case .sealedLock(let project, let tools, _) = extent {
      if folder == project, !tools.isEmpty { _ = readLock(at: lock(in: folder), into: &link) }
      return link
    }
    readPins(at: folder.appending(ToolVersionFile.name), .toolVersionFile, into: &link)
    if case .pinFiles = extent { return link }
    if case .besidesLocks = extent {} else { readLockOrManifest(into: &link) }
    for file in IdiomaticFile.all { guests.readPins(of: file, into: &link) }
    return link
  }

  /// Reads the lock of the folder or, if there is none, the Toolfile.
  private func readLockOrManifest(into link: inout PinChain.Link) {
    let manifest = (try? link.folder.appending(Toolfile.name).linkStatus()) ?? nil
    if !readLock(at: lock(in: link.folder), into: &link), let manifest {
      readManifest(manifest, into: &link)
    }
  }

  /// Returns the path of the lock for the Toolfile in a folder.
  private func lock(in folder: FilePath) -> FilePath {
    folder == linkedHome ? environment.lock(in: folder) : folder.appending(Lockfile.name)
  }

  /// Returns the tools that provide the executable according to the folder's lock. The lock's
  /// pins and problems are ignored.
  private func providers(in folder: FilePath) -> [ToolName] {
    var link = PinChain.Link(folder: folder)
    _ = readLock(at: lock(in: folder), into: &link)
    return link.providers
  }

  /// Reads the pins of a file in the format of `.tool-version`.
  private func readPins(
    at path: FilePath, _ place: SelectedPin.Place, into link: inout PinChain.Link
  ) {
    do {
      guard
        let bytes = try files.bytes(
          of: path,
          orRead: { () throws(PinReadFault) in
            try PinFile.read(
              PathText(path.bytes), limit: ToolVersionText.maximumByteCount, foreignFiles)
          })
      else { return }
      let name = formatPath(path)
      let folder = link.folder
      link.pins = try bytes.withSpan { text throws(PinReadFault) in
        var pins: [SelectedPin] = []
        var reader = try ToolVersionText(text)
        while let entry = try reader.next(in: text) {
          guard let tool = ToolName(String(decoding: text.copy(entry.tool), as: UTF8.self)),
            let version = PinnedVersion(String(decoding: text.copy(entry.version), as: UTF8.self))
          else { throw .malformed(line: entry.line) }
          let origin = Origin.file(
            name, line: entry.line, column: Self.column(of: entry.tool.lowerBound, in: text))
          pins.append(
            SelectedPin(tool: tool, version: version, place: place, origin: origin, folder: folder))
        }
        return pins
      }
    } catch {
      link.pinFileProblem = problem(error, of: .toolVersion, at: path, in: &link)
    }
  }

  /// Returns the column of the tool name at `start`, counted from 1. Only blanks precede the name
  /// on its line, so the column is one more than their number. A byte order mark is not counted.
  private static func column(of start: Int, in text: Span<UInt8>) -> Int {
    var blanks = 0
    while start > blanks,
      [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(text[start - blanks - 1])
    {
      blanks += 1
    }
    return blanks + 1
  }

  /// Adds the pins of the folder's lock.
  ///
  /// If `.tool-version` pins the same version, its pin gets the lock's content id and build. If it
  /// pins a different version, its pin overrides the lock.
  ///
  /// - Returns: Whether there is a lock.
  private func readLock(at path: FilePath, into link: inout PinChain.Link) -> Bool {
    do throws(PinReadFault) {
      let bytes = try files.bytes(of: path) { () throws(PinReadFault) in
        // Most folders have no lock, and a failed `open` costs much more than this test.
        let path = PathText(path.bytes)
        guard try PinFile.exists(path) else { return nil }
        return try PinFile.read(path, limit: OpenLock.maximumByteCount, foreignFiles)
      }
      guard let bytes else { return false }
      do throws(PinReadFault) {
        try addPins(bytes, at: path, into: &link)
      } catch .conflictMarkers(let line) {
        let name = formatPath(path)
        guard let lock = try? UnmergedLock(of: bytes, path: name, for: platform) else {
          throw .conflictMarkers(line: line)
        }
        try addPins(lock.bytes, at: path, into: &link)
        add(lock.contested, of: name, to: &link)
      }
    } catch {
      link.lockProblem = problem(error, of: .lock, at: path, in: &link)
    }
    return true
  }

  /// Adds the pins in a lock, and the tools that provide the executable. A lock with a fault adds
  /// none.
  private func addPins(
    _ bytes: [UInt8], at path: FilePath, into link: inout PinChain.Link
  ) throws(PinReadFault) {
    link = try bytes.withSpan { text throws(PinReadFault) in
      var reader = try LockPinReader(
        text, named: formatPath(path), for: extent.executable, on: platform, into: link)
      try reader.read(text, stanzas: stanzas(ofLockIn: link.folder, text))
      return reader.link
    }
  }

  /// Adds the tools that an unfinished merge of the lock leaves undecided.
  ///
  /// If `.tool-version` pins the version of one of the sides, only the merge decides its content.
  /// If it pins a different version, its pin overrides the lock.
  private func add(
    _ contested: [UnmergedLock.Contested], of name: String, to link: inout PinChain.Link
  ) {
    if contested.isEmpty { return }
    let toolfile = link.folder.appending(Toolfile.name)
    let isToolfileContested = Toolfile.hasConflictMarkers(at: toolfile, in: files)
    for tool in contested {
      if let executable = extent.executable, tool.executables.contains(executable.text) {
        link.providers.append(tool.tool)
      }
      if let pin = link.pins.first(where: { $0.tool == tool.tool }),
        ![tool.ours, tool.theirs].contains(where: { $0.map(pin.version.includes) ?? false })
      {
        continue
      }
      link.pins.removeAll { $0.tool == tool.tool }
      link.contested.append(
        ContestedPin(
          contested: tool, origin: .file(name, line: tool.line),
          isToolfileContested: isToolfileContested))
    }
  }

  /// Reads the Toolfile of a folder that has no lock, and adds a problem for each tool that the
  /// Toolfile declares for this platform. `status` is that of the entry.
  private func readManifest(_ status: FileStatus, into link: inout PinChain.Link) {
    let path = link.folder.appending(Toolfile.name)
    guard environment.reads(path, status), environment.readsLink(from: link.folder, status) else {
      return
    }
    do {
      guard let manifest = try Toolfile.read(at: path, named: formatPath(path), in: files) else {
        return
      }
      link.unavailable = manifest.tools(for: platform).map {
        ($0.name, .selection(.notLocked(tool: $0.name, toolfile: formatPath(path))))
      }
    } catch {
      let problem = Problem(error, formatPath: formatPath)
      link.manifestProblem = problem
      link.faultyTexts[problem] = faultyText(of: path)
    }
  }

  // MARK: Problems

  /// Returns the problem behind `fault`, and keeps the text of the file in `link`.
  private func problem(
    _ fault: PinReadFault, of kind: PinFileKind, at path: FilePath, in link: inout PinChain.Link
  ) -> Problem {
    let problem = problem(fault, of: kind, at: path, in: link.folder)
    let text = faultyText(of: path)
    // A `.tool-version` that is a folder, or a version without its tool in one, is a slip that may
    // concern any tool. Nothing else has the name by chance.
    if case .toolVersion = kind, path.isDirectory || text?.lacksTool ?? true { return problem }
    link.faultyTexts[problem] = text
    return problem
  }

  /// Returns the text of a file with a fault, or `nil` if it is unknown. A folder, or a file that
  /// the user may not read, is treated as empty.
  private func faultyText(of path: FilePath) -> FaultyText? {
    do {
      // A link that leads nowhere says nothing of what its file names.
      guard let status = try path.status() else { return nil }
      // Nobody puts a device or a link to one here by accident.
      guard status.kind == .file else { return status.kind == .directory ? FaultyText([]) : nil }
      // Not recorded in `files`: the limit of this kind of file may be lower.
      return FaultyText(try path.contents(limit: Lockfile.maximumByteCount))
    } catch {
      return error.isDenied ? FaultyText([]) : nil
    }
  }

  /// Returns the problem behind `fault`. The readers of raw bytes stop at the first fault and
  /// have no messages, so the full parser reads the file again to describe the problem.
  private func problem(
    _ fault: PinReadFault, of kind: PinFileKind, at path: FilePath, in folder: FilePath
  ) -> Problem {
    if case .unreadable(let code) = fault, code != 0, !path.isDirectory, !path.isDanglingLink {
      return Problem(.file(FileError(.open, path, code: code)), formatPath: formatPath)
    }
    if fault == .outdatedLock {
      return .project(.lock(.stale(lock: formatPath(path), LockDifference(isOutdated: true))))
    }
    do {
      switch kind {
      case .toolVersion: _ = try ToolVersionFile.read(at: path, named: formatPath(path), in: files)
      case .lock:
        // Without a Toolfile that can be read, no command can write the lock again, as the message
        // about the lock may advise.
        let toolfile = folder.appending(Toolfile.name)
        _ = try Toolfile.read(at: toolfile, named: formatPath(toolfile), in: files)
        _ = try Lockfile.read(at: path, named: formatPath(path), in: files)
      case .manifest: _ = try Toolfile.read(at: path, named: formatPath(path), in: files)
      // These are read by `GuestReader`.
      case .idiomatic: break
      }
    } catch {
      return Problem(error, formatPath: formatPath)
    }
    // The parser accepts the file, so the file was changed after the fault.
    return .project(.file(.changedWhileRead(path: formatPath(path))))
  }
}

extension FilePath {
  /// Whether this is a symbolic link that leads nowhere.
  var isDanglingLink: Bool { (try? danglingTarget()) ?? nil != nil }
}

extension Platform {
  /// The name of the platform in a lock, for the readers of raw bytes.
  package var name: StaticString {
    switch self {
    case .linuxX64: "linux-x64"
    case .linuxArm64: "linux-arm64"
    case .linuxX64Musl: "linux-x64-musl"
    case .linuxArm64Musl: "linux-arm64-musl"
    case .macosX64: "macos-x64"
    case .macosArm64: "macos-arm64"
    }
  }
}
