internal import Diagnostics
internal import Manifests
internal import Vocabulary

/// Reads the pins in the text of a lock, and finds the tools that provide an executable.
struct LockPinReader {
  /// The link of the lock's folder, including what has been read so far.
  private(set) var link: PinChain.Link
  private var lock: LockText
  /// The formatted path of the lock.
  private let name: String
  private let executable: [UInt8]?
  private let platform: Platform
  private let isCovered: Bool
  /// The tools that the lock names without covering the platform.
  private var uncovered: Set<ToolName> = []
  /// The indices of the pins in ``link``.
  private var indices: [ToolName: Int] = [:]
  private var seen: Set<ToolName> = []
  /// The line number at an offset in the text. Counting resumes there, so that each line is counted
  /// once.
  private var counted = (line: 1, offset: 0)

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - text: The text of the lock.
  ///   - name: The formatted path of the lock.
  ///   - executable: The executable whose tools are needed, or `nil` to read only pins.
  ///   - platform: The platform for which the lock is read.
  ///   - link: The link of the lock's folder, with the pins of its `.tool-version`.
  init(
    _ text: Span<UInt8>, named name: String, for executable: ExecutableName?,
    on platform: Platform, into link: PinChain.Link
  ) throws(PinReadFault) {
    lock = try LockText(text)
    isCovered = lock.covers(platform.name, in: text)
    self.name = name
    self.executable = executable.map { Array($0.text.utf8) }
    self.platform = platform
    self.link = link
    for (index, pin) in link.pins.enumerated() { indices[pin.tool] = index }
  }

  /// Reads the lock.
  ///
  /// - Parameters:
  ///   - text: The text that was passed to the initializer.
  ///   - starts: The sorted start offsets of the stanzas to read, or `nil` to read all.
  mutating func read(_ text: Span<UInt8>, stanzas starts: [Int]?) throws(PinReadFault) {
    if let starts {
      for start in starts { try read(stanzaAt: start, text) }
    } else {
      try readAll(text)
    }
    addUncovered(text)
  }

  private mutating func readAll(_ text: Span<UInt8>) throws(PinReadFault) {
    var stanza: Int?
    while let heading = try lock.nextHeading(in: text) {
      switch heading {
      case .other: stanza = nil
      case .executables(let range):
        if let stanza { try addProvider(range, ofStanzaAt: stanza, text) }
      case .tool(let start):
        stanza = start
        try addPin(ofStanzaAt: start, text)
      }
    }
  }

  private mutating func read(stanzaAt start: Int, _ text: Span<UInt8>) throws(PinReadFault) {
    lock.move(to: start)
    guard case .tool = try lock.nextHeading(in: text) else { return }
    try addPin(ofStanzaAt: start, text)
    while case .executables(let range) = try lock.nextHeading(in: text) {
      try addProvider(range, ofStanzaAt: start, text)
    }
  }

  /// Adds the tool of a stanza to the providers if one of the stanza's `provides` lines names the
  /// executable.
  private mutating func addProvider(
    _ line: Range<Int>, ofStanzaAt start: Int, _ text: Span<UInt8>
  ) throws(PinReadFault) {
    guard let executable,
      LockText.provides(executable, on: isCovered ? platform.name : nil, in: line, of: text),
      let tool = try Self.words(at: start, in: text)?.tool
    else { return }
    link.providers.append(tool)
  }

  /// Adds the pin of a stanza, unless `.tool-version` pins a different version.
  private mutating func addPin(
    ofStanzaAt start: Int, _ text: Span<UInt8>
  ) throws(PinReadFault) {
    guard let (tool, version) = try Self.words(at: start, in: text) else { return }
    guard seen.insert(tool).inserted else {
      throw .malformed(line: LineBoundary.number(at: start, in: text))
    }
    let known = indices[tool]
    if let known, !link.pins[known].version.includes(version) { return }
    guard
      let range = try LockText.contentID(forStanzaAt: start, platform: platform.name, in: text),
      let id = ContentID(String(decoding: text.copy(range), as: UTF8.self))
    else {
      if !isCovered, !isLimited(stanzaAt: start, in: text) { uncovered.insert(tool) }
      return
    }
    if let known {
      link.pins[known].version = .exact(version)
      link.pins[known].id = id
      return
    }
    counted.line += LineBoundary.count(in: text, from: counted.offset, to: start)
    counted.offset = start
    link.pins.append(
      SelectedPin(
        tool: tool, version: .exact(version), id: id, place: .lock,
        origin: .file(name, line: counted.line), folder: link.folder))
  }

  /// Adds a problem for each tool that the lock names without covering the platform.
  private mutating func addUncovered(_ text: Span<UInt8>) {
    if uncovered.isEmpty { return }
    let platforms = lock.platforms(in: text).map {
      String(decoding: text.copy($0), as: UTF8.self)
    }
    let problem = Problem.project(
      .lock(.unsupportedPlatform(platform, lock: name, locked: platforms)))
    // A `.tool-version` beside the lock that names the locked version refers to the locked files.
    link.pins.removeAll { uncovered.contains($0.tool) }
    link.unavailable += uncovered.sorted().map { ($0, problem) }
  }

  /// Returns whether the project limits the tool of the stanza at `start` to other platforms. If
  /// so, the lock would not provide the tool here even if it covered the platform.
  private func isLimited(stanzaAt start: Int, in text: Span<UInt8>) -> Bool {
    guard let platforms = LockText.limits(ofStanzaAt: start, in: text) else { return false }
    return !String(decoding: text.copy(platforms), as: UTF8.self).split(separator: ",")
      .contains { $0 == platform.rawValue }
  }

  /// Returns the tool and version in the `tool` line at `start`, or `nil` if `Manifests` rejects
  /// them.
  private static func words(
    at start: Int, in text: Span<UInt8>
  ) throws(PinReadFault) -> (tool: ToolName, version: VersionText)? {
    let words = try LockText.words(at: start, in: text)
    guard let tool = ToolName(String(decoding: text.copy(words.tool), as: UTF8.self)),
      let version = VersionText(String(decoding: text.copy(words.version), as: UTF8.self))
    else { return nil }
    return (tool, version)
  }
}
