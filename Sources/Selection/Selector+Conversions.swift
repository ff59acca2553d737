internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects

extension Selector {
  /// A pin of the search with the types of the main program.
  func selected(_ pin: Pin) throws(Problem) -> SelectedPin {
    guard let tool = ToolName(String(decoding: pin.tool, as: UTF8.self)),
      let version = PinnedVersion(String(decoding: pin.version, as: UTF8.self))
    else {
      // The search has checked both by the same rules.
      throw .system(.internalFault("a pin that is none"))
    }
    let id = pin.contentID.flatMap { ContentID(String(decoding: $0, as: UTF8.self)) }
    switch pin.place {
    case .variable:
      return SelectedPin(
        tool: tool, version: version, id: id, origin: .variable(tool.environmentVariable),
        folder: nil)
    case .file(let kind, let level, let line):
      let file = directories[level].appending(kind.name.description)
      return SelectedPin(
        tool: tool, version: version, id: id, origin: .file(display(file), line: line),
        folder: directories[level])
    case .global(let line):
      return SelectedPin(
        tool: tool, version: version, id: id, origin: .file(display(root.globalPins), line: line),
        folder: root.path)
    }
  }

  /// What there is to say about a search that failed.
  func problem(_ fault: PinFault) -> Problem {
    switch fault {
    case .file(let kind, let level, let fault):
      problem(fault, of: kind, at: directories[level].appending(kind.name.description))
    case .globalPins(let fault): problem(fault, of: .toolVersion, at: root.globalPins)
    case .variable(let tool):
      variableProblem(String(decoding: PinVariable.name(for: tool), as: UTF8.self))
    case .notLocked(let tool, let level):
      .selection(
        .notLocked(
          tool: String(decoding: tool, as: UTF8.self),
          toolfile: display(directories[level].appending(Toolfile.name))))
    case .needsMainProgram: .system(.internalFault("the search has no other program to ask"))
    }
  }

  private func variableProblem(_ name: String) -> Problem {
    .selection(.variable(name: name, value: environment[name] ?? ""))
  }

  /// The search stops at the first fault and has no words for it; the parser of the file has them.
  private func problem(_ fault: ReadFault, of kind: PinFileKind, at path: FilePath) -> Problem {
    if case .unreadable(let code) = fault, code != 0, !path.isDirectory {
      return .project(
        .unreadable(path: display(path), reason: FileError(.open, path, code: code).reason))
    }
    do throws(ManifestError) {
      switch kind {
      case .toolVersion: _ = try ToolVersionFile.read(at: path, named: display(path))
      case .lock: _ = try Lockfile.read(at: path, named: display(path))
      case .manifest: _ = try Toolfile.read(at: path, named: display(path))
      case .idiomatic:
        if case .malformed(let line) = fault { return idiomaticProblem(at: path, line: line) }
      }
    } catch {
      return Problem(error, display: display)
    }
    return .project(.unreadable(path: display(path), reason: "it changed while it was read"))
  }

  private func idiomaticProblem(at path: FilePath, line: Int) -> Problem {
    let bytes = (try? path.contents(limit: ToolVersionText.maximumByteCount)) ?? []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let text = lines.dropFirst(line - 1).first.map { String(decoding: $0, as: UTF8.self) }
    return .selection(
      .idiomatic(path: display(path), line: line, text: (text ?? "").trimmingBlanks()))
  }
}

extension Platform {
  /// The word of a lock, for readers of bytes.
  var name: StaticString {
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

extension String {
  fileprivate func trimmingBlanks() -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
    let rest = drop(while: isBlank)
    guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(rest[...last])
  }
}
