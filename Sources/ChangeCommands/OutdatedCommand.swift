internal import Commands
internal import Diagnostics
internal import Locking
internal import Manifests
internal import Projects
internal import Terminal
internal import Versions
internal import Vocabulary
internal import Workflows

enum OutdatedCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "outdated", "List the tools that have newer versions than the locked ones.",
    family: .locking,
    options: [
      .init("--group", value: "NAME", "list only the tools of this group", isRepeatable: true),
      .init("--strict", "list only tools that `update` would update"),
      .timeout,
      .explanation,
      .global,
      .init("--offline", "do not access the network"),
    ],
    details: [
      "Also lists tools whose locked version was yanked, and tools of which only a gem has a newer",
      "version. Exits with 1 if it lists any tool.",
    ],
    examples: [
      .init("bootstrap outdated", "print a table"),
      .init("bootstrap outdated --strict --json", "print what `update` would do, for scripts"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    try session.checkOwners()
    let folder = try session.projectFolder()
    let locking = try ChangeContext(session).locking()
    let (project, tools, free) = try await Consent(session: session).asking {
      () async throws(Problem) in
      let project = try locking.project(in: folder, session.files, formatPath: session.formatPath)
      let groups = session.arguments.values(of: "--group")
      var names: Set<ToolName>?
      for group in groups { names = (names ?? []).union(try project.tools(inGroup: group)) }
      let tools = try await locking.outdatedTools(of: project)
      return (
        project, tools.filter { names?.contains($0.tool) ?? true },
        try await versionsWithoutHolds(in: project, locking)
      )
    }
    let isStrict = session.arguments.has("--strict")
    let outdated = tools.filter { isStrict ? $0.isUpdatable : $0.isOutdated }
    show(outdated, of: project, withoutHolds: free, session)
    if outdated.isEmpty {
      session.console.report(.update(.nothingOutdated(toolCount: tools.count, isStrict: isStrict)))
    }
    return outdated.isEmpty ? .success : .failure
  }

  /// Prints the table or the JSON of the outdated tools.
  ///
  /// - Parameter free: The versions that held tools would have without their holds.
  private static func show(
    _ outdated: [LockWorkflow.OutdatedTool], of project: Project,
    withoutHolds free: [ToolName: String], _ session: Session
  ) {
    var rows: [[String]] = []
    var objects: [JSON] = []
    let holds = Dictionary(project.toolfile.holds.map { ($0.tool, $0) }) { first, _ in first }
    for tool in outdated {
      let hold = holds[tool.tool]
      rows.append(row(tool) + [hold.map { words($0, free[tool.tool], project) } ?? ""])
      objects.append(json(tool, hold, free[tool.tool], project))
    }
    let head = ["tool", "installed", "locked", "fits", "newest", "released", "why held back"]
    let columns =
      head.indices.map(\.self)
      + [
        outdated.contains { !$0.gems.isEmpty } ? head.count : nil,
        outdated.contains { holds[$0.tool] != nil } ? head.count + 1 : nil,
      ].compactMap(\.self)
    session.console.print(
      rows: rows.isEmpty
        ? [] : ([head + ["gems", "held"]] + rows).map { row in columns.map { row[$0] } },
      json: .object(["schema": 1, "outdated": .array(objects)]))
  }

  /// Returns the versions that an update would choose for the held tools of a project if none were
  /// held.
  private static func versionsWithoutHolds(
    in project: Project, _ locking: LockWorkflow
  ) async throws(Problem) -> [ToolName: String] {
    let holds = project.toolfile.holds
    if holds.isEmpty { return [:] }
    let former = Dictionary(uniqueKeysWithValues: holds.map { ($0.tool, $0.former) })
    let free = project.with(project.toolfile.requiring(former), project.lock)
    do throws(Problem) {
      let tools = try await locking.outdatedTools(of: free)
      return Dictionary(uniqueKeysWithValues: tools.map { ($0.tool, $0.outlook.chosen.version) })
    } catch {
      // The former requirements may conflict, which may be the reason for a hold.
      if error == .interrupted { throw error }
      return [:]
    }
  }

  /// Returns what the table says about a hold. `free` is the version that an update would choose
  /// without holds, or `nil` if it is unknown.
  private static func words(_ hold: Toolfile.Hold, _ free: String?, _ project: Project) -> String {
    "at \(hold.version) (\(hold.held(in: project.toolfile).origin))"
      + (hold.reason.map { ": \($0)" } ?? "")
      + (free.map { $0 == hold.version ? "" : "; otherwise \($0)" } ?? "")
  }

  private static func row(_ tool: LockWorkflow.OutdatedTool) -> [String] {
    let outlook = tool.outlook
    let date = outlook.newest.released.map { String($0.description.prefix(10)) }
    return [
      tool.tool.text, tool.installed?.text ?? "-", tool.locked.text, outlook.chosen.version,
      outlook.newest.version, date ?? "-", tool.heldBack.words, words(tool.gems),
    ]
  }

  /// The gems as text: `json 2.9 no longer exists; 4 would move: json 2.10, rack 3.1, rake 13.2,
  /// …`.
  private static func words(_ gems: [GemOutlook]) -> String {
    let limit = 3
    func list(_ texts: [String]) -> String {
      texts.prefix(limit).joined(separator: ", ") + (texts.count > limit ? ", …" : "")
    }
    let removed = gems.filter(\.isRemoved).map { "\($0.name) \($0.locked)" }
    let moved = gems.filter(\.isUpdatable).map { "\($0.name) \($0.chosen ?? "")" }
    return [
      removed.isEmpty ? nil : list(removed) + " no longer exist\(removed.count == 1 ? "s" : "")",
      moved.isEmpty ? nil : "\(moved.count) would move: \(list(moved))",
    ].compactMap(\.self).joined(separator: "; ")
  }

  private static func json(
    _ tool: LockWorkflow.OutdatedTool, _ hold: Toolfile.Hold?, _ free: String?,
    _ project: Project
  ) -> JSON {
    let (outlook, declared) = (tool.outlook, project.toolfile[tool.tool])
    return .object([
      "name": .string(tool.tool.text), "installed": .optional(tool.installed?.text),
      "locked": .string(tool.locked.text), "fits": .string(outlook.chosen.version),
      "newest": .string(outlook.newest.version),
      "released": .optional(outlook.newest.released?.description),
      "release": .optional(outlook.newest.page),
      "requirement": .optional(declared?.requirement.value.description),
      "origin": .optional(declared?.requirement.origin.withoutColumn),
      "held_back": .array(tool.heldBack.map(\.json)),
      "held": hold?.json(in: project.toolfile) ?? .null,
      "without_hold": .optional(hold == nil ? nil : free),
      "yanked": .optional(outlook.yanked),
      "gems": .array(
        tool.gems.map { gem in
          .object([
            "name": .string(gem.name.text), "locked": .string(gem.locked),
            "fits": .optional(gem.chosen), "removed": .bool(gem.isRemoved),
          ])
        }),
    ])
  }
}
