internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import Terminal

extension ProjectEdit {
  /// The members of the JSON output that all edits share.
  func json(isWritten: Bool) -> [JSON.Member] {
    return [
      .init(name: "schema", value: 1),
      .init(name: "toolfile", value: .string(project.folder.appending(Toolfile.name).string)),
      .init(name: "lock", value: .string(project.folder.appending(Lockfile.name).string)),
      .init(name: "written", value: .bool(isWritten)),
      .init(name: "changes", value: .array(changes.map(\.json))),
    ]
  }

  /// Reports how the lock changes.
  func reportLock(_ console: Console, isDryRun: Bool) {
    guard let lock = project.lock else { return }
    for change in changes { console.report(change.notice) }
    if isDryRun {
      console.report(.dryRun)
    } else if lock != previous.lock {
      console.report(
        .locked(toolCount: lock.tools.count, platforms: lock.platforms.map(\.rawValue)))
    }
  }
}

extension LockChange {
  var json: JSON {
    .object([
      "name": .string(tool.text), "from": .optional(old?.text), "to": .optional(new?.text),
      "held_back": .array(heldBack.map(\.json)),
    ])
  }
}

extension Toolfile {
  /// Returns the statement of a tool for a message: its first line, with an ellipsis if there are
  /// more.
  func line(of tool: ToolName) -> String {
    let lines = (text(of: tool) ?? "").split { $0.isNewline }
    return (lines.first.map(String.init) ?? "") + (lines.count > 1 ? " …" : "")
  }
}
