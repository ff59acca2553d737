internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests

/// Everything that the files of one directory pin.
struct DirectoryPins {
  let level: Int
  let platform: StaticString
  let world: SelectionWorld

  /// The pins in the directory that `path` names (it ends with a slash), without those of tools that are `known` from nearer ones.
  func pins(in path: PathText, besides known: Set<[UInt8]>) throws(PinFault) -> [Pin] {
    var pins = try reading(.toolVersion, in: path) { path throws(ReadFault) in
      try Self.pins(at: path, besides: known) { .file(.toolVersion, level: level, line: $0) }
    }
    for file in IdiomaticFile.all {
      pins += try reading(.idiomatic(file), in: path) { path throws(ReadFault) in
        try idiomaticPins(at: path, of: file, besides: known.union(pins.map(\.tool)))
      }
    }
    let hasLock = try reading(.lock, in: path) { path throws(ReadFault) in
      try addLock(at: path, to: &pins, besides: known)
    }
    if !hasLock { try checkManifest(in: path, besides: known.union(pins.map(\.tool))) }
    return pins
  }

  static func pins(
    at path: PathText, besides known: Set<[UInt8]>, place: (_ line: Int) -> Pin.Place
  ) throws(ReadFault) -> [Pin] {
    guard let bytes = try PinFile.read(path, limit: ToolVersionText.maximumByteCount) else {
      return []
    }
    return try bytes.withSpan { text throws(ReadFault) in
      var pins: [Pin] = []
      var reader = try ToolVersionText(text)
      while let entry = try reader.next(in: text) {
        let tool = text.copy(entry.tool)
        if known.contains(tool) { continue }
        pins.append(
          Pin(
            tool: tool, version: text.copy(entry.version), contentID: nil, place: place(entry.line))
        )
      }
      return pins
    }
  }

  private func idiomaticPins(
    at path: PathText, of file: IdiomaticFile, besides known: Set<[UInt8]>
  ) throws(ReadFault) -> [Pin] {
    guard let bytes = try PinFile.read(path, limit: ToolVersionText.maximumByteCount) else {
      return []
    }
    var pins: [Pin] = []
    for pin in IdiomaticText.pins(in: bytes, of: file) {
      let tool = Array(pin.tool.utf8)
      guard let name = ToolName(pin.tool), !known.contains(tool) else { continue }
      guard let version = pin.version else {
        // Of a tool that was never installed here the file speaks to another version manager.
        if world.root.installs(of: name).exists { throw .malformed(line: pin.line) }
        continue
      }
      pins.append(
        Pin(
          tool: tool, version: Array(version.utf8), contentID: nil,
          place: .file(.idiomatic(file), level: level, line: pin.line)))
    }
    return pins
  }

  /// Adds what the lock says. Returns whether there is one.
  private func addLock(
    at path: PathText, to pins: inout [Pin], besides known: Set<[UInt8]>
  ) throws(ReadFault) -> Bool {
    guard let file = try LockFile.open(path) else { return false }
    var fault: ReadFault?
    try file.withBytes { text in
      do throws(ReadFault) {
        var lock = try LockText(text)
        while let heading = try lock.nextHeading(in: text) {
          guard case .tool(let start) = heading else { continue }
          let words = try LockText.words(at: start, in: text)
          let tool = text.copy(words.tool)
          let other = pins.firstIndex { $0.tool == tool }
          if let other, !text.matches(words.version, pins[other].version) { continue }
          if known.contains(tool) { continue }
          let id = try LockText.contentID(forStanzaAt: start, platform: platform, in: text)
          guard let id else { continue }
          if let other {
            pins[other].contentID = text.copy(id)
          } else {
            pins.append(
              Pin(
                tool: tool, version: text.copy(words.version), contentID: text.copy(id),
                place: .file(
                  .lock, level: level, line: LineEnd.number(at: start, in: text))))
          }
        }
      } catch { fault = error }
    }
    if let fault { throw fault }
    return true
  }

  private func checkManifest(
    in path: PathText, besides known: Set<[UInt8]>
  ) throws(PinFault) {
    let base = path.count
    defer { path.truncate(to: base) }
    path.append(PinFileKind.manifest.name)
    do throws(ReadFault) {
      guard try PinFile.exists(path) else { return }
    } catch {
      throw .file(.manifest, level: level, error)
    }
    try world.checkManifest(level: level, forAllBut: known)
  }

  /// What `body` makes of the file of a kind in the directory, with the place of what is wrong with it.
  private func reading<Result>(
    _ kind: PinFileKind, in path: PathText, _ body: (PathText) throws(ReadFault) -> Result
  ) throws(PinFault) -> Result {
    let base = path.count
    defer { path.truncate(to: base) }
    path.append(kind.name)
    do throws(ReadFault) {
      return try body(path)
    } catch {
      throw .file(kind, level: level, error)
    }
  }
}
