internal import Diagnostics
internal import Manifests
internal import Terminal

/// A tool whose version differs between two locks.
struct LockChange {
  let tool: ToolName
  /// The version in the earlier lock, or `nil` if the tool was added.
  let old: VersionText?
  /// The version in the later lock, or `nil` if the tool was removed.
  let new: VersionText?

  var notice: Notice {
    switch (old, new) {
    case (let old?, let new?): .changedInLock(tool: tool.text, from: old.text, to: new.text)
    case (nil, let new): .addedToLock(tool: tool.text, version: new?.text ?? "")
    case (let old?, nil): .removedFromLock(tool: tool.text, version: old.text)
    }
  }

  var json: JSON {
    .object([
      "name": .string(tool.text), "from": .optional(old?.text), "to": .optional(new?.text),
    ])
  }
}

extension Lockfile {
  /// Returns the tools that were added or removed, or whose version changed. Removed tools come
  /// first.
  func changes(since previous: Lockfile?) -> [LockChange] {
    let removed = (previous?.tools ?? []).filter { self[$0.name] == nil }
      .map { LockChange(tool: $0.name, old: $0.version, new: nil) }
    return removed
      + tools.compactMap { tool in
        let old = previous?[tool.name]?.version
        return old == tool.version ? nil : LockChange(tool: tool.name, old: old, new: tool.version)
      }
  }

  /// Returns the locked tools that need `tool`, each with its version.
  func requesters(of tool: ToolName) -> [String] {
    tools.filter { $0.needs.contains { $0.tool == tool } }.map { "\($0.name) \($0.version)" }
  }
}
