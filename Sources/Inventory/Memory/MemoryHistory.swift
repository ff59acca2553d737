internal import Diagnostics
internal import Filesystem
internal import Layout

/// The in-memory history of changes.
struct MemoryHistory: HistoryRepository {
  let memory: Memory

  func changes(in scope: HistoryScope) throws(Problem) -> [RecordedChange] {
    memory.read { $0.changes.reversed().filter(scope.includes) }
  }

  func value(_ number: Int) throws(Problem) -> RecordedChange? {
    memory.read { $0.changes.first { $0.number == number } }
  }

  func save(_ drafts: [RecordedChange.Draft]) throws(Problem) {
    try memory.write { records throws(Problem) in
      for draft in drafts where !draft.isEmpty {
        let removed = draft.removed.map { part in
          RecordedChange.Part(
            part.installed, size: part.size,
            originText: records.installations[part.installed]?.receipt.originText)
        }
        let number = (records.changes.last?.number ?? 0) + 1
        records.changes.append(
          RecordedChange(
            number: number, time: WallClock.now, command: draft.command, folder: draft.folder,
            added: draft.added.sorted, removed: removed.sorted))
        records.changes.removeAll { $0.number <= number - RecordedChange.maximumCount }
      }
    }
  }

  func newest() throws(Problem) -> Int? { memory.read { $0.changes.last?.number } }

  func start() throws(Problem) -> Int64? { memory.read { $0.changes.first?.time } }
}

extension HistoryScope {
  /// Returns whether a change is in the scope.
  fileprivate func includes(_ change: RecordedChange) -> Bool {
    change.time >= start ?? .min
      && (tool == nil || (change.added + change.removed).contains { $0.installed.tool == tool })
  }
}
