package import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests

extension Selector {
  /// The version of every tool that has one here, the nearest first, and those of one place by name.
  ///
  /// For `exec`, `list` and `version`: what ``selection(of:)`` says for an executable, without one.
  package func pins() throws(Problem) -> [SelectedPin] {
    let world = SelectionWorld(
      root: root, environment: environment, platform: platform, directories: directories)
    var found: [Pin] = []
    do throws(PinFault) {
      let path = searchStart
      for level in directories.indices {
        let scan = DirectoryPins(level: level, platform: platform.name, world: world)
        let here = try scan.pins(in: path, besides: Set(found.map(\.tool)))
        found += here.sorted { $0.tool.lexicographicallyPrecedes($1.tool) }
        path.append("../")
      }
      found += try globalPins(besides: Set(found.map(\.tool)))
    } catch {
      throw problem(error)
    }
    var result: [SelectedPin] = []
    for pin in found { result.append(try selected(pin)) }
    return try overriding(result, world)
  }

  private func globalPins(besides known: Set<[UInt8]>) throws(PinFault) -> [Pin] {
    do throws(ReadFault) {
      return try DirectoryPins.pins(
        at: PathText(root.globalPins.bytes), besides: known, place: { .global(line: $0) })
    } catch {
      throw .globalPins(error)
    }
  }

  /// `pins` with what variables say instead, and with the installed tools that only a variable names.
  private func overriding(
    _ pins: [SelectedPin], _ world: SelectionWorld
  ) throws(Problem) -> [SelectedPin] {
    if world.variableCount == 0 { return pins }
    let known = Set(pins.map(\.tool))
    var tools = pins.map(\.tool)
    do throws(FileError) {
      for name in try root.installs.entriesIfPresent() {
        if let tool = ToolName(name), !known.contains(tool) { tools.append(tool) }
      }
    } catch {
      throw Problem(error)
    }
    var overridden: [SelectedPin] = []
    for tool in tools {
      guard let value = world.variable(pinning: Array(tool.text.utf8)) else { continue }
      guard value.withSpan({ PinSyntax.isPin(0..<$0.count, in: $0) }),
        let version = PinnedVersion(String(decoding: value, as: UTF8.self))
      else { throw problem(.variable(tool: Array(tool.text.utf8))) }
      overridden.append(
        SelectedPin(
          tool: tool, version: version, id: nil, origin: .variable(tool.environmentVariable),
          folder: nil))
    }
    let names = Set(overridden.map(\.tool))
    return overridden + pins.filter { !names.contains($0.tool) }
  }
}
