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
    let lines = lines(of: tool)
    return (lines.first ?? "") + (lines.count > 1 ? " …" : "")
  }

  /// Returns the first line of a tool's statement that is not the same in `other`, with its
  /// position, or `nil` if there is none. The line is the first one if `other` has no such tool.
  func changedLine(of tool: ToolName, since other: Toolfile) -> (text: String, origin: Origin)? {
    guard let declared = self[tool] else { return nil }
    let (lines, others) = (lines(of: tool), other.lines(of: tool))
    let index = lines.indices.first { $0 >= others.count || lines[$0] != others[$0] }
    guard let index else { return lines == others ? nil : (line(of: tool), declared.origin) }
    guard index > 0, case .file(let path, let line?, _) = declared.origin else {
      return (line(of: tool), declared.origin)
    }
    return (
      lines[index].trimmingPrefix(while: \.isWhitespace).description,
      .file(path, line: line + index)
    )
  }

  /// The lines of a tool's statement, with line endings of any kind.
  private func lines(of tool: ToolName) -> [String] {
    (text(of: tool) ?? "").split(whereSeparator: \.isNewline).map(String.init)
  }
}
