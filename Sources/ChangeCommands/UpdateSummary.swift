internal import Diagnostics
internal import Filesystem
internal import Locking
internal import Manifests
internal import Projects
internal import Terminal
internal import Versions
internal import Vocabulary
internal import Workflows

/// What `update` changed, and what holds the rest back.
struct UpdateSummary {
  private let result: EditWorkflow.UpdateResult
  private let changes: [LockChange]
  private let changeOfTool: [ToolName: LockChange]

  init(_ result: EditWorkflow.UpdateResult) {
    self.result = result
    changes = result.edit.changes
    changeOfTool = Dictionary(changes.map { ($0.tool, $0) }) { first, _ in first }
  }

  private var edit: ProjectEdit { result.edit }
  private var old: Toolfile { edit.previous.toolfile }
  private var new: Toolfile { edit.project.toolfile }

  /// The tools that were to be updated, and all others with another version.
  private var tools: [ToolName] {
    let changed = Set(changes.map(\.tool))
    return changed.union(result.tools).sorted()
  }

  private func row(of tool: ToolName) -> UpdatedTool {
    let version = edit.project.lock?[tool]?.version
    let outlook = result.outlooks[tool]
    return .init(
      tool: tool, from: edit.previous.lock?[tool]?.version, to: version,
      outlook?.heldBack ?? [], page: version == nil ? nil : outlook?.chosen.page,
      merged: changeOfTool[tool]?.merged)
  }

  /// Reports the changes as a table, and how to go on.
  func show(_ console: Console, isDryRun: Bool, isRaising: Bool) {
    if old.bytes != new.bytes {
      for tool in new.tools.map(\.name) where old.text(of: tool) != new.text(of: tool) {
        console.reportLines(from: old.lines(of: tool), to: new.lines(of: tool), in: new.path)
      }
    }
    for notice in edit.platformChanges.notices { console.report(notice) }
    let rows = tools.map(row).filter { $0.old != $0.new || !$0.heldBack.isEmpty }
    if !rows.isEmpty { console.report(.update(.results(rows))) }
    for notice in edit.project.lock?.gemNotices(since: edit.previous.lock) ?? [] {
      console.report(notice)
    }
    for change in edit.requestChanges { console.report(.lock(.requestChange(change))) }
    if !result.uneditable.isEmpty { console.report(.edit(.uneditable(result.uneditable))) }
    guard let lock = edit.project.lock else { return }
    let count = lock.tools.count
    if lock == edit.previous.lock, old.bytes == new.bytes {
      console.report(.update(.nothingToUpdate(toolCount: count)))
    } else if isDryRun {
      console.report(.edit(.dryRun))
    } else {
      console.report(
        .lock(.locked(toolCount: count, platforms: lock.platforms)))
    }
    let holds = new.holds.filter { result.tools.contains($0.tool) }
    let held = rows.filter { row in
      row.heldBack.contains(where: isHeldByToolfile) && !holds.contains { $0.tool == row.tool }
    }.map(\.tool)
    if !isRaising, !held.isEmpty { console.report(.update(.heldBack(tools: held))) }
    if !holds.isEmpty { console.report(.update(.held(holds.map { $0.held(in: new) }))) }
  }

  private func isHeldByToolfile(_ version: HeldBackVersion) -> Bool {
    guard case .requirement(_, let origin) = version.reason else { return false }
    return origin.path == new.path
  }

  /// The members of the JSON output: all that an update bot needs for a commit.
  func json(isWritten: Bool) -> [JSON.Member] {
    var files: [String] = []
    if old.bytes != new.bytes { files.append(edit.project.toolfilePath.string) }
    if edit.project.lock != edit.previous.lock {
      files.append(edit.project.lockPath.string)
    }
    let gems = edit.project.lock?.gemChanges(since: edit.previous.lock) ?? []
    return edit.json(isWritten: isWritten) + [
      .init(name: "request_changes", value: .array(edit.requestChanges.map(\.json))),
      .init(name: "gem_changes", value: .array(gems.map(\.json))),
      .init(name: "files", value: .strings(files)),
      .init(name: "tools", value: .array(tools.map(json))),
      .init(name: "not_edited", value: .array(result.uneditable.map(\.json))),
    ]
  }

  private func json(of tool: ToolName) -> JSON {
    let row = row(of: tool)
    let (before, after) = (old[tool]?.requirement.value, new[tool]?.requirement.value)
    let outlook = result.outlooks[tool]
    return .object([
      "name": .string(row.tool.text), "from": .optional(row.old?.text),
      "to": .optional(row.new?.text),
      "requirement": .optional(after?.description),
      "previous_requirement": .optional(before == after ? nil : before?.description),
      "origin": .optional(new[tool]?.requirement.origin.withoutColumn),
      "released": .optional(outlook?.chosen.released?.description),
      "release": .optional(row.page),
      "newest": .optional(outlook?.newest.version),
      "newest_released": .optional(outlook?.newest.released?.description),
      "held_back": .array(row.heldBack.map(\.json)),
    ])
  }
}

extension Toolfile.Hold {
  /// Returns the held tool for a message about `toolfile`.
  func held(in toolfile: Toolfile) -> HeldTool {
    HeldTool(
      tool: tool, version: version, reason: reason,
      origin: .file(toolfile.path, line: comment.number))
  }

  /// Returns the hold as JSON.
  func json(in toolfile: Toolfile) -> JSON {
    .object([
      "name": .string(tool.text), "version": .string(version),
      "former_requirement": .string(former.description), "reason": .optional(reason),
      "origin": .origin(held(in: toolfile).origin),
    ])
  }
}

extension UneditableStatement {
  fileprivate var json: JSON {
    .object([
      "name": .string(tool.text), "origin": .origin(origin.withoutColumn),
      "text": .optional(line),
    ])
  }
}
