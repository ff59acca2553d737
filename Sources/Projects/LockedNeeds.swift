internal import Diagnostics
internal import Manifests

/// What the tools of a lock need of each other, followed from some of them.
struct LockedNeeds {
  /// The tools followed from, as far as they are locked, and those that they need, and so on.
  private(set) var reached: Set<ToolName> = []
  /// What is needed and not locked.
  private(set) var missing: [LockDifference.Addition] = []

  /// - Parameters:
  ///   - roots: the tools to begin with.
  ///   - system: those that the system has, which no lock holds.
  init(_ lock: Lockfile, from roots: [ToolName], system: Set<ToolName>) {
    var pending = roots.reversed().compactMap { lock[$0] }
    reached = Set(pending.map(\.name))
    var isMissing: Set<ToolName> = []
    while let tool = pending.popLast() {
      for need in tool.needs where !system.contains(need.tool) && !reached.contains(need.tool) {
        if let needed = lock[need.tool] {
          reached.insert(need.tool)
          pending.append(needed)
        } else if isMissing.insert(need.tool).inserted {
          missing.append(
            .init(
              tool: need.tool.text,
              origin: .tool(name: tool.name.text, version: tool.version.text)))
        }
      }
    }
  }

  /// Where the wants of reached tools do not repeat what others say: of the tools that need them, and for those that the Toolfile
  /// does not name also `.tool-version`. A merge, or a hand, has changed one alone.
  ///
  /// - Parameter pins: by tool, what `.tool-version` wants of tools that the Toolfile does not name.
  func stale(
    _ lock: Lockfile, declared: Set<ToolName>, pins: [ToolName: LockedTool.Want]
  ) -> [LockDifference.Change] {
    let tools = lock.tools.filter { reached.contains($0.name) }
    var stated = pins.mapValues { Set([$0]) }
    for tool in tools {
      for need in tool.needs {
        stated[need.tool, default: []].insert(
          LockedTool.Want(need.requirement, by: .tool(tool.name, tool.version)))
      }
    }
    return tools.compactMap { tool in
      let wants = tool.wants.filter {
        $0.requester.isTool || !declared.contains(tool.name)
      }
      // Most tools are nobody's need, and this is asked at every `check`.
      if wants.isEmpty, stated[tool.name] == nil { return nil }
      let stated = stated[tool.name, default: []]
      let locked = Set(wants)
      let forgotten = stated.subtracting(locked).sorted { $0.requester < $1.requester }
      let outlived = locked.subtracting(stated).sorted { $0.requester < $1.requester }
      guard let first = forgotten.first ?? outlived.first else { return nil }
      return .init(
        tool: tool.name.text,
        .wants(locked: outlived.map(\.reported), wanted: forgotten.map(\.reported)),
        origin: first.requester.origin)
    }
  }
}

extension Requester {
  /// Without a line.
  var origin: Origin {
    switch self {
    case .toolfile: .file(Toolfile.name)
    case .toolVersionFile: .file(ToolVersionFile.name)
    case .tool(let name, let version): .tool(name: name.text, version: version.text)
    }
  }
}
