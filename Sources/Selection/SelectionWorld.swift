internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests

/// What the main program knows besides the files that the shim reads as well: the files of other version managers, and manifests.
struct SelectionWorld: PinWorld {
  let root: Root
  let environment: Environment
  let platform: Platform
  let variableCount: Int
  /// The one that the search begins in, and those above it.
  private let directories: [FilePath]

  init(root: Root, environment: Environment, platform: Platform, directories: [FilePath]) {
    self.root = root
    self.environment = environment
    self.directories = directories
    self.platform = platform
    variableCount = environment.entries.count { PinVariable.isAssigned(in: $0) }
  }

  var wantsLines: Bool { true }

  /// What the seal saves is nothing to a program of this size.
  func isSealed(_ lock: LockIdentity) -> Bool { false }

  func variable(pinning tool: [UInt8]) -> [UInt8]? {
    let name = String(decoding: PinVariable.name(for: tool), as: UTF8.self)
    guard let value = environment.bytes(of: name), !value.isEmpty else { return nil }
    return Array(value)
  }

  func idiomaticPin(
    of tool: [UInt8], in file: IdiomaticFile, at path: PathText, level: Int
  ) throws(PinFault) -> (version: [UInt8], line: Int)? {
    do throws(ReadFault) {
      guard let text = try PinFile.read(path, limit: ToolVersionText.maximumByteCount) else {
        return nil
      }
      let pins = IdiomaticText.pins(in: text, of: file)
      guard let pin = pins.first(where: { $0.tool.utf8.elementsEqual(tool) }) else { return nil }
      guard let version = pin.version else { throw .malformed(line: pin.line) }
      return (Array(version.utf8), pin.line)
    } catch {
      throw .file(.idiomatic(file), level: level, error)
    }
  }

  func checkManifest(level: Int, for tools: [[UInt8]]) throws(PinFault) {
    try checkManifest(level: level) { tools.contains($0) }
  }

  /// Throws where the manifest `level` directories up, which has no lock, names a tool that is not `known`.
  func checkManifest(
    level: Int, forAllBut known: Set<[UInt8]>
  ) throws(PinFault) {
    try checkManifest(level: level) { !known.contains($0) }
  }

  private func checkManifest(
    level: Int, _ isAskedFor: ([UInt8]) -> Bool
  ) throws(PinFault) {
    let path = directories[level].appending(Toolfile.name)
    let manifest: Toolfile?
    do throws(ManifestError) {
      manifest = try Toolfile.read(at: path, named: path.string)
    } catch {
      throw .file(.manifest, level: level, .malformed(line: 1))
    }
    let named = manifest?.tools.first { tool in
      (tool.platforms?.contains(platform) ?? true) && isAskedFor(Array(tool.name.text.utf8))
    }
    if let named { throw .notLocked(tool: Array(named.name.text.utf8), level: level) }
  }
}
