internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import Terminal
internal import Vocabulary

extension ProjectEdit {
  /// The members of the JSON output that all edits share.
  func json(isWritten: Bool) -> [JSON.Member] {
    return [
      .init(name: "schema", value: 1),
      .init(name: "toolfile", value: .string(project.toolfilePath.string)),
      .init(name: "lock", value: .string(project.lockPath.string)),
      .init(name: "written", value: .bool(isWritten)),
      .init(name: "changes", value: .array(changes.map(\.json))),
      .init(name: "platform_changes", value: platformChanges.json),
    ]
  }

  /// Reports how the lock changes.
  func reportLock(_ console: Console, isDryRun: Bool) {
    guard let lock = project.lock else { return }
    for notice in platformChanges.notices + changes.map(\.notice) { console.report(notice) }
    if isDryRun {
      console.report(.edit(.dryRun))
    } else if lock != previous.lock {
      console.report(
        .lock(.locked(toolCount: lock.tools.count, platforms: lock.platforms)))
    }
  }
}

/// The lines by which a statement changes.
private struct TextChange {
  let removed: ArraySlice<Toolfile.TextLine>
  let added: ArraySlice<Toolfile.TextLine>

  /// Compares the lines before and after a change, and leaves out what they have in common at the
  /// beginning and at the end.
  init(from old: [Toolfile.TextLine], to new: [Toolfile.TextLine]) {
    let (first, last) = (zip(old, new), zip(old.reversed(), new.reversed()))
    let start = first.prefix { $0.text == $1.text }.count
    let shorter = min(old.count, new.count)
    let end = min(last.prefix { $0.text == $1.text }.count, shorter - start)
    removed = old[start..<(old.count - end)]
    added = new[start..<(new.count - end)]
  }
}

extension Toolfile {
  /// The difference between the `platforms` lines of this Toolfile and an earlier one, as JSON, or
  /// `nil` if there is none.
  func platformsChange(since previous: Toolfile) -> JSON? {
    let change = TextChange(from: previous.platformsLines, to: platformsLines)
    if change.removed.isEmpty, change.added.isEmpty { return nil }
    func json(_ lines: ArraySlice<TextLine>) -> JSON {
      .array(
        lines.map {
          .object([
            "origin": .origin(.file(path, line: $0.number)), "text": .string($0.text),
          ])
        })
    }
    return .object(["removed": json(change.removed), "added": json(change.added)])
  }
}

extension GemChange {
  /// The change as JSON.
  var json: JSON {
    .object([
      "tool": .string(tool.text), "name": .string(gem.text), "from": .optional(from),
      "to": .optional(to),
    ])
  }
}

extension LockChange {
  var json: JSON {
    .object([
      "name": .string(tool.text), "from": .optional(old?.text), "to": .optional(new?.text),
      "merged": merged.map {
        .object(["ours": .optional($0.ours?.text), "theirs": .optional($0.theirs?.text)])
      } ?? .null,
      "held_back": .array(heldBack.map(\.json)),
    ])
  }
}

extension LockDifference.Change {
  var json: JSON {
    .object([
      "name": .string(tool.text), "from": .string(aspect.words.locked),
      "to": .string(aspect.words.wanted), "origin": .origin(origin),
    ])
  }
}

extension PlatformChanges {
  var json: JSON {
    .object([
      "added": .strings(added.map(\.rawValue)), "removed": .strings(removed.map(\.rawValue)),
    ])
  }
}

extension Console {
  /// Reports how the lines of a statement change: first the removed lines, then the added lines.
  ///
  /// - Parameters:
  ///   - old: The lines before, or none if the statement is new.
  ///   - new: The lines after, or none if the statement is removed.
  ///   - path: The path of the Toolfile as messages show it.
  func reportLines(from old: [Toolfile.TextLine], to new: [Toolfile.TextLine], in path: String) {
    let changed = TextChange(from: old, to: new)
    for line in changed.removed {
      report(.edit(.statementRemoved(text: line.text, origin: .file(path, line: line.number))))
    }
    for line in changed.added {
      report(.edit(.statementAdded(text: line.text, origin: .file(path, line: line.number))))
    }
  }
}
