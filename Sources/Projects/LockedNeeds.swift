internal import Diagnostics
internal import Manifests
internal import Vocabulary

/// The tools of a lock that some of its tools need, directly or indirectly.
struct LockedNeeds {
  /// The starting tools that are locked, and all locked tools that they need, directly
  /// or indirectly.
  private(set) var reached: Set<ToolName> = []
  /// The tools that are needed but not locked.
  private(set) var missing: [LockDifference.Addition] = []

  /// Follows the needs of `roots` through `lock`.
  ///
  /// - Parameters:
  ///   - lock: The lock whose stanzas state the needs.
  ///   - roots: The tools to start from.
  ///   - system: The tools left to the system, which no lock contains.
  init(_ lock: Lockfile, from roots: [ToolName], system: Set<ToolName>) {
    var pending = roots.reversed().compactMap { lock[$0] }
    reached = Set(pending.map(\.name))
    var knownMissing: Set<ToolName> = []
    while let tool = pending.popLast() {
      for need in tool.needs where !system.contains(need.tool) && !reached.contains(need.tool) {
        if let needed = lock[need.tool] {
          reached.insert(need.tool)
          pending.append(needed)
        } else if knownMissing.insert(need.tool).inserted {
          missing.append(
            .init(
              tool: need.tool,
              origin: .tool(name: tool.name.text, version: tool.version.text)))
        }
      }
    }
  }

  /// Returns the reached tools whose `wants` lines do not match the requirements in other lines.
  ///
  /// These lines are the `needs` lines of other tools and, for tools that the Toolfile does not
  /// name, the pins in `.tool-version`. They disagree with `wants` lines after a merge or a
  /// manual edit that changed only one of them.
  ///
  /// - Parameters:
  ///   - lock: The lock that was searched.
  ///   - declared: The tools that the Toolfile names.
  ///   - pins: The requirements in `.tool-version`, by tool.
  func stale(
    _ lock: Lockfile, declared: Set<ToolName>, pins: [ToolName: LockedTool.Want]
  ) -> [LockDifference.Change] {
    let tools = lock.tools.filter { reached.contains($0.name) }
    var stated = pins.mapValues { [$0] }
    for tool in tools {
      for need in tool.needs {
        stated[need.tool, default: []].append(
          LockedTool.Want(need.requirement, by: .tool(tool.name, tool.version)))
      }
    }
    return tools.compactMap { tool in
      let wants = tool.wants.filter {
        $0.requester.isTool || !declared.contains(tool.name)
      }
      // Every `check` runs this loop, so it skips the many tools that no other tool needs.
      if wants.isEmpty, stated[tool.name] == nil { return nil }
      let stated = Set(stated[tool.name, default: []])
      let locked = Set(wants)
      let unrecorded = stated.subtracting(locked).sorted { $0.requester < $1.requester }
      let obsolete = locked.subtracting(stated).sorted { $0.requester < $1.requester }
      guard let first = unrecorded.first ?? obsolete.first else { return nil }
      return .init(
        tool: tool.name,
        .wants(locked: obsolete.map(\.reported), wanted: unrecorded.map(\.reported)),
        origin: first.requester.origin)
    }
  }
}

extension Requester {
  /// The origin that messages show for the requirement: the whole file, or the tool.
  var origin: Origin {
    switch self {
    case .toolfile: .file(Toolfile.name)
    case .toolVersionFile: .file(ToolVersionFile.name)
    case .tool(let name, let version): .tool(name: name.text, version: version.text)
    }
  }
}
