/// What a search for pins is told by the program that it runs in.
package protocol PinWorld {
  /// What the variable of `tool` says. nil where it is unset or empty.
  func variable(pinning tool: [UInt8]) -> [UInt8]?

  /// How many variables there are that may pin a tool.
  var variableCount: Int { get }

  /// Whether the lines of pins in a lock are counted, which takes time; else they are 0.
  var wantsLines: Bool { get }

  /// Whether the routes know all that the lock with this identity says, and it is sorted.
  func isSealed(_ lock: LockIdentity) -> Bool

  /// What the idiomatic `file` at `path` says about `tool`. nil where it does not name it.
  func idiomaticPin(
    of tool: [UInt8], in file: IdiomaticFile, at path: PathText, level: Int
  ) throws(PinFault) -> (version: [UInt8], line: Int)?

  /// Throws where the manifest `level` directories up, which has no lock, names one of `tools`.
  func checkManifest(level: Int, for tools: [[UInt8]]) throws(PinFault)
}

/// The search for the version of an executable that runs in a directory: variables, then the directories from there upward, then the
/// global pins. The shim and the main program both are this code.
///
/// The tools that may provide the executable are not all known at the start, since a lock on the way may say that another one does,
/// and that one may be pinned nearer than the lock. So all locks up to the top are looked at, and when one makes a tool known, the
/// search begins again with it.
package struct PinSearch<World: PinWorld> {
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

  package mutating func run() throws(PinFault) -> PinChoice {
    var known: Int
    repeat {
      known = candidates.count
      nearest = []
      lengths = candidates.reduce(0) { $0 | 1 &<< UInt64($1.count) }
      idiomaticFiles = IdiomaticFile.all.filter { candidates.contains(where: $0.concerns) }
      try searchVariables()
      try searchDirectories()
    } while candidates.count > known
    if nearest.isEmpty { try searchGlobalPins() }
    guard let first = nearest.first else { return .nowhere }
    return nearest.count == 1 ? .pin(first) : .tie(nearest)
  }

  private mutating func searchVariables() throws(PinFault) {
    guard world.variableCount > 0 else { return }
    for tool in candidates {
      guard let version = world.variable(pinning: tool) else { continue }
      let isVersion = version.withSpan { PinSyntax.isPin(0..<$0.count, in: $0) }
      guard isVersion else { throw .variable(tool: tool) }
      nearest.append(Pin(tool: tool, version: version, contentID: nil, place: .variable))
    }
  }

  private mutating func searchDirectories() throws(PinFault) {
    // When every variable has its tool, no lock can make known another tool that one pins.
    if !nearest.isEmpty, nearest.count == world.variableCount { return }
    let known = candidates.count
    let path = directory.appending("")
    for level in 0...depth {
      if nearest.isEmpty {
        nearest = try pins(in: path, level: level)
      } else {
        // What is decided already is not undone by a lock further up that cannot be read.
        var none: [Pin] = []
        _ = try? readLock(in: path, level: level, for: &none)
      }
      if candidates.count > known { return }
      path.append("../")
      if level % 4 == 3 { path.enter() }
    }
  }

  private mutating func searchGlobalPins() throws(PinFault) {
    do throws(ReadFault) {
      nearest = try pins(at: globalPins) { .global(line: $0) }
    } catch {
      throw .globalPins(error)
    }
  }

  /// The pins of one directory.
  private mutating func pins(in path: PathText, level: Int) throws(PinFault) -> [Pin] {
    var pins = try toolVersionPins(in: path, level: level)
    try addIdiomaticPins(to: &pins, in: path, level: level)
    if try !readLock(in: path, level: level, for: &pins) {
      try checkManifest(in: path, level: level, besides: pins)
    }
    return pins
  }

  private func toolVersionPins(in path: PathText, level: Int) throws(PinFault) -> [Pin] {
    let base = path.append(file: .toolVersion)
    defer { path.truncate(to: base) }
    do throws(ReadFault) {
      guard try PinFile.exists(path) else { return [] }
      return try pins(at: path) { .file(.toolVersion, level: level, line: $0) }
    } catch {
      throw .file(.toolVersion, level: level, error)
    }
  }

  /// The pins of the candidates in a file of the form of `.tool-version`.
  private func pins(
    at path: PathText, place: (_ line: Int) -> Pin.Place
  ) throws(ReadFault) -> [Pin] {
    guard let bytes = try PinFile.read(path, limit: ToolVersionText.maximumByteCount) else {
      return []
    }
    return try bytes.withSpan { text throws(ReadFault) in
      var pins: [Pin] = []
      var reader = try ToolVersionText(text)
      while let entry = try reader.next(in: text) {
        if lengths &>> UInt64(entry.tool.count) & 1 == 0 { continue }
        for tool in candidates where text.matches(entry.tool, tool) {
          pins.append(
            Pin(
              tool: tool, version: text.copy(entry.version), contentID: nil,
              place: place(entry.line)))
        }
      }
      return pins
    }
  }

  private func addIdiomaticPins(
    to pins: inout [Pin], in path: PathText, level: Int
  ) throws(PinFault) {
    for file in idiomaticFiles {
      let base = path.append(file: .idiomatic(file))
      defer { path.truncate(to: base) }
      do throws(ReadFault) {
        guard try PinFile.exists(path) else { continue }
      } catch {
        throw .file(.idiomatic(file), level: level, error)
      }
      let tools = candidates.filter { tool in
        file.concerns(tool) && !pins.contains { $0.tool == tool }
      }
      for tool in tools {
        let found = try world.idiomaticPin(of: tool, in: file, at: path, level: level)
        guard let (version, line) = found else { continue }
        pins.append(
          Pin(
            tool: tool, version: version, contentID: nil,
            place: .file(.idiomatic(file), level: level, line: line)))
      }
    }
  }

  /// Adds what the lock of a directory pins, and takes a tool that provides the executable among the candidates.
  ///
  /// A pin beside the lock that has the same version means what the lock has. Returns whether there is a lock.
  private mutating func readLock(
    in path: PathText, level: Int, for pins: inout [Pin]
  ) throws(PinFault) -> Bool {
    let base = path.append(file: .lock)
    defer { path.truncate(to: base) }
    do throws(ReadFault) {
      guard let lock = try LockFile.open(path) else { return false }
      if world.isSealed(lock.identity) {
        try takePins(fromSealed: lock, level: level, into: &pins)
      } else {
        var fault: ReadFault?
        try lock.withBytes { text in
          do throws(ReadFault) {
            try takePins(fromLock: text, level: level, into: &pins)
          } catch { fault = error }
        }
        if let fault { throw fault }
      }
      return true
    } catch {
      throw .file(.lock, level: level, error)
    }
  }

  private func takePins(
    fromSealed lock: borrowing LockFile, level: Int, into pins: inout [Pin]
  ) throws(ReadFault) {
    for tool in candidates {
      guard let lines = try lock.stanza(ofSealed: tool) else { continue }
      try lines.withSpan { text throws(ReadFault) in
        try takePin(of: tool, at: 0, in: text, level: level, into: &pins)
      }
    }
  }

  private mutating func takePins(
    fromLock text: Span<UInt8>, level: Int, into pins: inout [Pin]
  ) throws(ReadFault) {
    var lock = try LockText(text)
    var stanza: Int?
    while let heading = try lock.nextHeading(in: text) {
      switch heading {
      case .tool(let start):
        stanza = start
        let known = candidates.firstIndex { LockText.names($0, at: start, in: text) }
        guard let known else { continue }
        try takePin(of: candidates[known], at: start, in: text, level: level, into: &pins)
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
    of tool: [UInt8], at start: Int, in text: Span<UInt8>, level: Int, into pins: inout [Pin]
  ) throws(ReadFault) {
    let version = try LockText.words(at: start, in: text).version
    let other = pins.firstIndex { $0.tool == tool }
    if let other, !text.matches(version, pins[other].version) { return }
    let id = try LockText.contentID(forStanzaAt: start, platform: platform, in: text)
    guard let id else { return }
    if let other {
      pins[other].contentID = text.copy(id)
      return
    }
    let line = world.wantsLines ? LineEnd.number(at: start, in: text) : 0
    pins.append(
      Pin(
        tool: tool, version: text.copy(version), contentID: text.copy(id),
        place: .file(.lock, level: level, line: line)))
  }

  private func checkManifest(
    in path: PathText, level: Int, besides pins: [Pin]
  ) throws(PinFault) {
    let base = path.append(file: .manifest)
    defer { path.truncate(to: base) }
    do throws(ReadFault) {
      guard try PinFile.exists(path) else { return }
    } catch {
      throw .file(.manifest, level: level, error)
    }
    let tools = candidates.filter { tool in !pins.contains { $0.tool == tool } }
    try world.checkManifest(level: level, for: tools)
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
