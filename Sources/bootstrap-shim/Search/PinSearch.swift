/// What a search for pins is told by the program that it runs in.
package protocol PinSearchContext {
  /// What the variable of `tool` says. nil where it is unset or empty.
  func variable(pinning tool: [UInt8]) -> [UInt8]?

  /// How many variables there are that may pin a tool.
  var variableCount: Int { get }

  /// Whether the routes know all that the lock with this identity says, and it is sorted.
  func isSealed(_ lock: LockIdentity) -> Bool
}

/// Finds the version of an executable for a directory: in variables, then in the directories from
/// there upward, then in the global pins.
///
/// The main program has the same rule as a value (`PinChain`), for all tools and with messages;
/// this search is for one executable, and fast. A differential test compares the two.
///
/// A lock may reveal another tool that provides the executable and is pinned nearer than the lock.
/// So the search reads all locks up to the top, and restarts when one of them reveals a tool.
package struct PinSearch<World: PinSearchContext> {
  private let executable: [UInt8]
  private let directory: PathText
  private let depth: Int
  private let globalPins: PathText
  private let platform: StaticString
  private let world: World

  /// Tools that may provide the executable.
  private var candidates: [[UInt8]]
  /// A bit for the length of each: most names in a file have another.
  private var lengths: UInt64 = 0
  /// The files of other version managers that may pin one of them.
  private var idiomaticFiles: [IdiomaticFile] = []
  /// The pins of the nearest place that has any.
  private var nearest: [Pin] = []

  /// - Parameters:
  ///   - candidates: the tools that an installation provides the executable for.
  ///   - directory: where the search begins: empty for the working directory, else a path without links that ends with a slash.
  ///   - depth: how many directories are above it.
  ///   - globalPins: the path of the global pins.
  package init(
    executable: [UInt8], candidates: [[UInt8]], directory: PathText, depth: Int,
    globalPins: PathText, platform: StaticString, world: World
  ) {
    self.executable = executable
    self.candidates = candidates
    self.directory = directory
    self.depth = depth
    self.globalPins = globalPins
    self.platform = platform
    self.world = world
  }

  package mutating func run() throws(UndecidedPin) -> PinChoice {
    do throws(PinReadFault) {
      return try search()
    } catch {
      throw UndecidedPin()
    }
  }

  private mutating func search() throws(PinReadFault) -> PinChoice {
    var known: Int
    repeat {
      known = candidates.count
      nearest = []
      lengths = candidates.reduce(0) { $0 | 1 &<< UInt64($1.count) }
      idiomaticFiles = IdiomaticFile.all.filter { candidates.contains(where: $0.concerns) }
      try searchVariables()
      try searchDirectories()
    } while candidates.count > known
    if nearest.isEmpty { nearest = try pins(at: globalPins) }
    guard let first = nearest.first else { return .nowhere }
    return nearest.count == 1 ? .pin(first) : .tie(nearest)
  }

  private mutating func searchVariables() throws(PinReadFault) {
    guard world.variableCount > 0 else { return }
    for tool in candidates {
      guard let version = world.variable(pinning: tool) else { continue }
      guard version.withSpan({ PinSyntax.isPin(0..<$0.count, in: $0) }) else {
        throw .malformed(line: 0)
      }
      nearest.append(Pin(tool: tool, version: version, contentID: nil))
    }
  }

  private mutating func searchDirectories() throws(PinReadFault) {
    // When every variable has its tool, no lock can make known another tool that one pins.
    if !nearest.isEmpty, nearest.count == world.variableCount { return }
    let known = candidates.count
    let path = directory.appending("")
    for level in 0...depth {
      if nearest.isEmpty {
        nearest = try pins(in: path)
      } else {
        // What is decided already is not undone by a lock further up that cannot be read.
        var none: [Pin] = []
        _ = try? readLock(in: path, for: &none)
      }
      if candidates.count > known { return }
      path.append("../")
      if level % 4 == 3 { path.enter() }
    }
  }

  /// The pins of one directory.
  private mutating func pins(in path: PathText) throws(PinReadFault) -> [Pin] {
    var pins = try toolVersionPins(in: path)
    for file in idiomaticFiles where leavesOpen(pins, file.concerns) {
      if try exists(.idiomatic(file), in: path) { throw .malformed(line: 0) }
    }
    if try !readLock(in: path, for: &pins), leavesOpen(pins, { _ in true }) {
      if try exists(.manifest, in: path) { throw .malformed(line: 0) }
    }
    return pins
  }

  /// Whether a candidate that satisfies `isConcerned` has no pin in `pins`.
  private func leavesOpen(_ pins: [Pin], _ isConcerned: ([UInt8]) -> Bool) -> Bool {
    candidates.contains { tool in isConcerned(tool) && !pins.contains { $0.tool == tool } }
  }

  private func exists(_ kind: PinFileKind, in path: PathText) throws(PinReadFault) -> Bool {
    let base = path.append(file: kind)
    defer { path.truncate(to: base) }
    return try PinFile.exists(path)
  }

  private func toolVersionPins(in path: PathText) throws(PinReadFault) -> [Pin] {
    let base = path.append(file: .toolVersion)
    defer { path.truncate(to: base) }
    return try PinFile.exists(path) ? try pins(at: path) : []
  }

  /// The pins of the candidates in a file of the form of `.tool-version`.
  private func pins(at path: PathText) throws(PinReadFault) -> [Pin] {
    guard let bytes = try PinFile.read(path, limit: ToolVersionText.maximumByteCount) else {
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

  /// Adds what the lock of a directory pins, and takes a tool that provides the executable among the candidates.
  ///
  /// A pin beside the lock that has the same version means what the lock has. Returns whether there is a lock.
  private mutating func readLock(
    in path: PathText, for pins: inout [Pin]
  ) throws(PinReadFault) -> Bool {
    let base = path.append(file: .lock)
    defer { path.truncate(to: base) }
    guard let lock = try OpenLock.open(path) else { return false }
    if world.isSealed(lock.identity) {
      try takePins(fromSealed: lock, into: &pins)
      return true
    }
    let known = candidates.count
    var fault: PinReadFault?
    try lock.withBytes { text in
      do throws(PinReadFault) {
        try takePins(fromLock: text, into: &pins)
      } catch { fault = error }
    }
    if let fault {
      // An unreadable lock reveals no tools, not even those before its fault.
      candidates.removeLast(candidates.count - known)
      throw fault
    }
    return true
  }

  private func takePins(
    fromSealed lock: borrowing OpenLock, into pins: inout [Pin]
  ) throws(PinReadFault) {
    for tool in candidates {
      guard let lines = try lock.stanza(ofSealed: tool) else { continue }
      try lines.withSpan { text throws(PinReadFault) in
        try takePin(of: tool, at: 0, in: text, into: &pins)
      }
    }
  }

  private mutating func takePins(
    fromLock text: Span<UInt8>, into pins: inout [Pin]
  ) throws(PinReadFault) {
    var lock = try LockText(text)
    var stanza: Int?
    while let heading = try lock.nextHeading(in: text) {
      switch heading {
      case .tool(let start):
        stanza = start
        let known = candidates.firstIndex { LockText.names($0, at: start, in: text) }
        guard let known else { continue }
        try takePin(of: candidates[known], at: start, in: text, into: &pins)
      case .executables(let executables):
        guard let start = stanza, LockText.provides(executable, in: executables, of: text) else {
          continue
        }
        let tool = text.copy(try LockText.words(at: start, in: text).tool)
        if !candidates.contains(tool) { candidates.append(tool) }
      case .other:
        stanza = nil
      }
    }
  }

  private func takePin(
    of tool: [UInt8], at start: Int, in text: Span<UInt8>, into pins: inout [Pin]
  ) throws(PinReadFault) {
    let version = try LockText.words(at: start, in: text).version
    let other = pins.firstIndex { $0.tool == tool }
    if let other, !text.matches(version, pins[other].version) { return }
    let id = try LockText.contentID(forStanzaAt: start, platform: platform, in: text)
    guard let id else { return }
    if let other {
      pins[other].contentID = text.copy(id)
    } else {
      pins.append(Pin(tool: tool, version: text.copy(version), contentID: text.copy(id)))
    }
  }
}

extension PathText {
  /// Puts the name of a file at the end. Returns the count of bytes before it.
  fileprivate func append(file: PinFileKind) -> Int {
    let base = count
    append(file.name)
    return base
  }
}
