/// The information that a search for pins needs besides files.
package protocol PinSearchContext {
  /// Returns the value of the variable that pins `tool`, or `nil` if it is unset or empty.
  func variable(pinning tool: [UInt8]) -> [UInt8]?

  /// The number of variables that may pin a tool.
  var variableCount: Int { get }

  /// Whether the files of other users are read.
  var foreignFiles: ForeignFiles { get }

  /// The number of levels from the first folder of the search up to the user's home directory. An
  /// impossible level if its Toolfile is known not to be a link. `nil` if the paths alone do not
  /// tell.
  var homeLevel: Int? { get }

  /// Asks the system whether the folder at `path` is the user's home directory.
  func isHome(_ path: PathText) -> Bool

  /// Returns whether the lock with this identity is sealed (``FileIdentity``): it is sorted, and
  /// the routes list all executables that it provides.
  ///
  /// - Parameters:
  ///   - lock: The identity of the lock.
  ///   - level: How many levels above the first folder of the search the lock is.
  func isSealed(_ lock: FileIdentity, level: Int) -> Bool
}

/// A search for the version of an executable in a folder: in variables, then in the folder and its
/// ancestors, then in the global pins.
///
/// The main program's `PinChain` implements the same rule for all tools, with messages. This
/// search handles one executable and is fast. A differential test compares the two.
///
/// A lock may reveal another tool that provides the executable and is pinned nearer than the lock.
/// So the search reads all locks up to `/`, and restarts when one of them reveals a tool.
package struct PinSearch<Context: PinSearchContext> {
  private let executable: [UInt8]
  /// The names of the first candidates in files of other version managers. Which name
  /// belongs to which tool, only the main program knows.
  private let guestNames: [[UInt8]]
  private let directory: PathText
  private let depth: Int
  private let globalPins: PathText
  private let platform: StaticString
  private let context: Context

  /// The tools that may provide the executable.
  private var candidates: [[UInt8]]
  /// The maximum number of candidates. The search compares each line of a lock with all
  /// candidates, so this limit keeps its cost linear in the size of the lock. With more
  /// candidates, the main program decides.
  private static var maximumCandidates: Int { 64 }
  /// The set of the lengths of the candidates' names modulo 64, one bit for each length. It rules
  /// out most names in a file without a comparison.
  private var lengths: UInt64 = 0
  /// The files of other version managers that may pin a candidate.
  private var idiomaticFiles: [IdiomaticFile] = []
  /// The pins of the nearest level that has any: the variables, a folder, or the global pins.
  private var nearest: [Pin] = []
  /// Whether the search has passed an unsealed lock that names no candidate. The lock may lack
  /// tools that its Toolfile declares or that its other tools need.
  package private(set) var hasPassedUnsealedLock = false
  /// The number of locks without a seal that the search has read.
  private var unsealedLockCount = 0

  /// Creates a search for the pin of `executable`.
  ///
  /// - Parameters:
  ///   - executable: The name of the executable.
  ///   - candidates: The tools with an installation that provides the executable.
  ///   - guestNames: The names of these tools in files of other version managers.
  ///   - directory: The folder where the search begins: empty for the working directory, otherwise
  ///     a path without symbolic links that ends with a slash.
  ///   - depth: The number of folders above `directory`.
  ///   - globalPins: The path of the global pins.
  ///   - platform: The name of the platform in locks.
  ///   - context: The variables and seals.
  package init(
    executable: [UInt8], candidates: [[UInt8]], guestNames: [[UInt8]] = [], directory: PathText,
    depth: Int, globalPins: PathText, platform: StaticString, context: Context
  ) {
    self.executable = executable
    self.candidates = candidates
    self.guestNames = guestNames
    self.directory = directory
    self.depth = depth
    self.globalPins = globalPins
    self.platform = platform
    self.context = context
  }

  /// Returns the pin to use, searching files as needed.
  ///
  /// - Throws: ``UndecidedPin`` if only the main program can decide.
  package mutating func run() throws(UndecidedPin) -> PinChoice {
    do {
      return try search()
    } catch {
      throw UndecidedPin()
    }
  }

  /// Searches the variables, the folders, and the global pins, in this order. If a lock reveals a
  /// candidate, the search starts again.
  ///
  /// - Throws: ``PinReadFault`` if only the main program can decide.
  private mutating func search() throws(PinReadFault) -> PinChoice {
    guard candidates.count <= Self.maximumCandidates else { throw .tooManyCandidates }
    var known: Int
    repeat {
      known = candidates.count
      nearest = []
      hasPassedUnsealedLock = false
      lengths = candidates.reduce(0) { $0 | 1 &<< UInt64($1.count) }
      idiomaticFiles = IdiomaticFile.all.filter { file in candidates.contains { mayPin(file, $0) } }
      try searchVariables()
      try searchDirectories()
    } while candidates.count > known
    if nearest.isEmpty { nearest = try pins(at: globalPins) }
    guard let first = nearest.first else { return .notPinned }
    return nearest.count == 1 ? .pin(first) : .ambiguous(nearest)
  }

  /// Finds the candidates that a variable pins.
  private mutating func searchVariables() throws(PinReadFault) {
    guard context.variableCount > 0 else { return }
    for tool in candidates {
      guard let version = context.variable(pinning: tool) else { continue }
      guard version.withSpan({ PinSyntax.isPin(0..<$0.count, in: $0) }) else {
        throw .malformed(line: 0)
      }
      let number = version.withSpan { PinSyntax.withoutLetter(0..<$0.count, in: $0) }
      nearest.append(Pin(tool: tool, version: Array(version[number]), contentID: nil))
    }
  }

  /// Finds the nearest folder that pins a candidate. Returns early if a lock reveals a candidate.
  private mutating func searchDirectories() throws(PinReadFault) {
    // If every variable pins a candidate, no lock can reveal another tool that a variable pins,
    // so the result cannot change.
    if !nearest.isEmpty, nearest.count == context.variableCount { return }
    let known = candidates.count
    let path = directory.appending("")
    for level in 0...depth {
      if nearest.isEmpty {
        let count = unsealedLockCount
        nearest = try pins(in: path, level)
        if nearest.isEmpty, unsealedLockCount > count { hasPassedUnsealedLock = true }
      } else {
        // A pin was found, so a lock farther up matters only for the tools that it reveals. If
        // the lock is unreadable, it reveals none.
        var none: [Pin] = []
        do {
          if try !readLock(in: path, level, for: &none), mayBeHome(level),
            try toolfile(in: path) == .link
          {
            _ = try readLinkedLock(in: path, level, for: &none)
          }
        } catch {
          switch error {
          // The main program finds what the sides of a merge agree on.
          case .tooManyCandidates, .uncoveredPlatform, .conflictMarkers: throw error
          case .unreadable, .noLock, .malformed, .outdatedLock: break
          }
        }
      }
      if candidates.count > known { return }
      path.append("../")
      // This keeps the relative path short.
      if level % 4 == 3 { path.enter() }
    }
  }

  /// Returns the candidates' pins in the folder at `path`, which is `level` levels above the one
  /// where the search begins.
  private mutating func pins(in path: PathText, _ level: Int) throws(PinReadFault) -> [Pin] {
    var pins = try toolVersionPins(in: path)
    if try !readLock(in: path, level, for: &pins) {
      let isUndecided = hasUnpinnedCandidate(pins) { _ in true }
      if isUndecided || mayBeHome(level) {
        switch try toolfile(in: path) {
        case .missing: break
        case .link where try readLinkedLock(in: path, level, for: &pins): break
        // Only the main program reads the Toolfile, so the shim cannot decide if there is one.
        case .link, .file: if isUndecided { throw .malformed(line: 0) }
        }
      }
    }
    // Like the Toolfile, other version managers' files are read only by the main program.
    for file in idiomaticFiles where hasUnpinnedCandidate(pins, { mayPin(file, $0) }) {
      if try exists(.idiomatic(file), in: path) { throw .malformed(line: 0) }
    }
    return pins
  }

  private func mayPin(_ file: IdiomaticFile, _ tool: [UInt8]) -> Bool {
    file.mayPin(tool, named: guestNames)
  }

  /// Returns whether a candidate that satisfies `condition` has no pin in `pins`.
  private func hasUnpinnedCandidate(_ pins: [Pin], _ condition: ([UInt8]) -> Bool) -> Bool {
    candidates.contains { tool in condition(tool) && !pins.contains { $0.tool == tool } }
  }

  /// Returns whether the folder at `path` contains a file of this kind.
  private func exists(_ kind: PinFileKind, in path: PathText) throws(PinReadFault) -> Bool {
    let base = path.append(file: kind)
    defer { path.truncate(to: base) }
    return try PinFile.exists(path)
  }

  /// Returns the candidates' pins in the `.tool-version` of the folder at `path`.
  private func toolVersionPins(in path: PathText) throws(PinReadFault) -> [Pin] {
    let base = path.append(file: .toolVersion)
    defer { path.truncate(to: base) }
    return try PinFile.exists(path) ? try pins(at: path) : []
  }

  /// Returns the candidates' pins in a file in the format of `.tool-version`.
  private func pins(at path: PathText) throws(PinReadFault) -> [Pin] {
    guard
      let bytes = try PinFile.read(
        path, limit: ToolVersionText.maximumByteCount, context.foreignFiles)
    else {
      return []
    }
    return try bytes.withSpan { text throws(PinReadFault) in
      var pins: [Pin] = []
      var reader = try ToolVersionText(text)
      while let entry = try reader.next(in: text) {
        if lengths &>> UInt64(entry.tool.count) & 1 == 0 { continue }
        for tool in candidates where text.matches(entry.tool, tool) {
          pins.append(Pin(tool: tool, version: text.copy(entry.version), contentID: nil))
        }
      }
      return pins
    }
  }

  /// Adds the candidates' pins in a folder's lock to `pins`. Unless the lock is sealed, each tool
  /// that provides the executable according to the lock becomes a candidate.
  ///
  /// If `pins` already has the same version of a tool, the existing pin gets the lock's content id
  /// and build. A lock in the user's home directory does not belong to a linked Toolfile there.
  ///
  /// - Returns: Whether there is a lock.
  private mutating func readLock(
    in path: PathText, _ level: Int, for pins: inout [Pin]
  ) throws(PinReadFault) -> Bool {
    let base = path.append(file: .lock)
    defer { path.truncate(to: base) }
    guard let lock = try OpenLock.open(path, context.foreignFiles) else { return false }
    path.truncate(to: base)
    if mayBeHome(level), try toolfile(in: path) == .link, linkedLock(in: path, level) != nil {
      return false
    }
    try read(lock, level, for: &pins)
    return true
  }

  /// Returns whether the folder may be the user's home directory, according to the paths alone.
  private func mayBeHome(_ level: Int) -> Bool {
    context.homeLevel.map { $0 == level } ?? true
  }

  /// Returns the kind of entry at the path of the Toolfile in the folder at `path`.
  private func toolfile(in path: PathText) throws(PinReadFault) -> LinkedToolfile.Entry {
    let base = path.append(file: .manifest)
    defer { path.truncate(to: base) }
    return try LinkedToolfile.entry(at: path)
  }

  /// Returns the path of the lock of the linked Toolfile in the folder at `path`, or `nil` if the
  /// folder is not the user's home directory or the link leads nowhere. Can append to `path`.
  private func linkedLock(in path: PathText, _ level: Int) -> PathText? {
    guard context.homeLevel.map({ $0 == level }) ?? context.isHome(path) else { return nil }
    path.append(PinFileKind.manifest.name)
    return LinkedToolfile.lock(ofLinkAt: path)
  }

  /// Adds the candidates' pins in the lock of the linked Toolfile in the folder at `path` to
  /// `pins`.
  ///
  /// - Returns: Whether there is such a lock.
  private mutating func readLinkedLock(
    in path: PathText, _ level: Int, for pins: inout [Pin]
  ) throws(PinReadFault) -> Bool {
    let base = path.count
    defer { path.truncate(to: base) }
    guard let lockPath = linkedLock(in: path, level),
      let lock = try OpenLock.open(lockPath, context.foreignFiles)
    else { return false }
    try read(lock, level, for: &pins)
    return true
  }

  /// Adds the candidates' pins in a lock to `pins`.
  private mutating func read(
    _ lock: borrowing OpenLock, _ level: Int, for pins: inout [Pin]
  ) throws(PinReadFault) {
    if context.isSealed(lock.identity, level: level) {
      return try addPins(fromSealed: lock, into: &pins)
    }
    unsealedLockCount += 1
    let known = candidates.count
    var fault: PinReadFault?
    try lock.withBytes { text in
      do throws(PinReadFault) {
        try addPins(fromLock: text, into: &pins)
      } catch { fault = error }
    }
    if let fault {
      // An unreadable lock reveals no tools, not even those before its fault.
      candidates.removeLast(candidates.count - known)
      throw fault
    }
  }

  /// Adds the candidates' pins in a sealed lock, by binary search for each candidate.
  private func addPins(
    fromSealed lock: borrowing OpenLock, into pins: inout [Pin]
  ) throws(PinReadFault) {
    for tool in candidates {
      guard let lines = try lock.stanza(ofSealed: tool) else { continue }
      try lines.withSpan { text throws(PinReadFault) in
        try addPin(of: tool, at: 0, in: text, into: &pins, isSealed: true)
      }
    }
  }

  /// Adds the candidates' pins in a lock that is not sealed. Each tool that provides the executable
  /// according to the lock becomes a candidate.
  private mutating func addPins(
    fromLock text: Span<UInt8>, into pins: inout [Pin]
  ) throws(PinReadFault) {
    var lock = try LockText(text)
    let isCovered = lock.covers(platform, in: text)
    var stanza: Int?
    // A merge can leave two stanzas of one tool, which only the main program can report.
    var found: [Int] = []
    while let heading = try lock.nextHeading(in: text) {
      switch heading {
      case .tool(let start):
        stanza = start
        let known = candidates.firstIndex { LockText.names($0, at: start, in: text) }
        guard let known else { continue }
        if found.contains(known) { throw .malformed(line: 0) }
        found.append(known)
        try addPin(of: candidates[known], at: start, in: text, into: &pins, isCovered: isCovered)
      case .executables(let executables):
        guard let start = stanza,
          LockText.provides(
            executable, on: isCovered ? platform : nil, in: executables, of: text)
        else {
          continue
        }
        let tool = text.copy(try LockText.words(at: start, in: text).tool)
        if candidates.contains(tool) { continue }
        guard candidates.count < Self.maximumCandidates else { throw .tooManyCandidates }
        candidates.append(tool)
      case .other:
        stanza = nil
      }
    }
  }

  /// Adds the pin of the stanza at `start`.
  ///
  /// If `pins` already has a pin for the tool with the same version, or with the version of which
  /// the stanza has a build, the stanza takes its place. A stanza with another version, or
  /// without an artifact for this platform, has no effect.
  ///
  /// - Parameters:
  ///   - isCovered: Whether the lock covers this platform, as each sealed one does.
  ///   - isSealed: Whether the lock is sealed.
  /// - Throws: ``PinReadFault/uncoveredPlatform`` if the stanza lacks an artifact, and the lock
  ///   does not cover this platform.
  private func addPin(
    of tool: [UInt8], at start: Int, in text: Span<UInt8>, into pins: inout [Pin],
    isCovered: Bool = true, isSealed: Bool = false
  ) throws(PinReadFault) {
    let version = try LockText.words(at: start, in: text).version
    let other = pins.firstIndex { $0.tool == tool }
    if let other, !PinSyntax.isVersion(version, in: text, orBuildOf: pins[other].version) {
      return
    }
    let id = try LockText.contentID(forStanzaAt: start, platform: platform, in: text)
    guard let id else {
      if !isCovered { throw .uncoveredPlatform }
      return
    }
    let pin = Pin(
      tool: tool, version: text.copy(version), contentID: text.copy(id), isSealed: isSealed)
    if let other { pins[other] = pin } else { pins.append(pin) }
  }
}

extension PathText {
  /// Appends the name of a file, and returns the length of the path before it.
  fileprivate func append(file: PinFileKind) -> Int {
    let base = count
    append(file.name)
    return base
  }
}
