internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Vocabulary

/// The in-memory repository of installations.
struct MemoryInstallations: InstallationRepository {
  let memory: Memory

  func values() throws(Problem) -> [RecordedInstallation] {
    memory.read { $0.ordered.map(\.value) }
  }

  func value(_ installed: InstalledVersion) throws(Problem) -> RecordedInstallation? {
    memory.read { $0.installations[installed]?.value }
  }

  func save(_ drafts: [RecordedInstallation.Draft]) throws(Problem) {
    try memory.write { records throws(Problem) in
      for draft in drafts.lastOfEach {
        let receipt = draft.receipt
        if Set(receipt.files.map { FilePath($0.path) }).count < receipt.files.count {
          throw .system(.internalFault("a receipt has two files with one path"))
        }
        records.remove(receipt.installed)
        records.installations[receipt.installed] = .init(
          number: records.recordedCount, receipt: receipt,
          value: RecordedInstallation(draft, now: WallClock.now))
        records.recordedCount += 1
      }
    }
  }

  func inPlace() throws(Problem) -> Set<InstalledVersion> { Set(try sizes().keys) }

  func trashed() throws(Problem) -> Set<InstalledVersion> {
    Set(try values().filter { !$0.isInPlace }.map(\.installed))
  }

  func sizes() throws(Problem) -> [InstalledVersion: Int] {
    memory.read { $0.installations.filter(\.value.isInPlace).mapValues(\.value.size) }
  }

  func sizesOfTools() throws(Problem) -> [RecordedTool] {
    Dictionary(grouping: try sizes(), by: \.key.tool).map { tool, sizes in
      RecordedTool(tool: tool, count: sizes.count, size: sizes.reduce(0) { $0 + $1.value })
    }.sorted { ($1.size, $0.tool) < ($0.size, $1.tool) }
  }

  func trash(_ installed: [InstalledVersion], at time: Int64) throws(Problem) {
    try setRemoved(installed, to: time)
  }

  func restore(_ installed: [InstalledVersion]) throws(Problem) {
    try setRemoved(installed, to: nil)
  }

  private func setRemoved(_ installed: [InstalledVersion], to time: Int64?) throws(Problem) {
    try memory.write { records throws(Problem) in
      for one in installed {
        guard let value = records.installations[one]?.value else { continue }
        records.installations[one]?.value = value.with(lastUsed: value.lastUsed, removed: time)
        records.verifications[one] = nil
      }
    }
  }

  func emptyTrash(before time: Int64?) throws(Problem) {
    try memory.write { records throws(Problem) in
      for value in records.installations.values.map(\.value) {
        guard let removed = value.removed, time.map({ removed < $0 }) ?? true else { continue }
        records.remove(value.installed)
      }
    }
  }

  func remove(_ installed: [InstalledVersion]) throws(Problem) {
    try memory.write { records throws(Problem) in
      for one in installed { records.remove(one) }
    }
  }

  func recordLastUses(_ uses: [InstalledVersion: Int64]) throws(Problem) {
    try memory.write { records throws(Problem) in
      for (installed, time) in uses {
        guard let value = records.installations[installed]?.value, value.isInPlace else {
          continue
        }
        let day = max(value.lastUsed ?? 0, RecordedInstallation.day(of: time))
        if day == 0 { continue }
        records.installations[installed]?.value = value.with(lastUsed: day, removed: nil)
      }
    }
  }

  func watch() -> InstallationWatch {
    let before = memory.read(\.installations)
    return InstallationWatch { memory.read { $0.installations != before } }
  }

  func changes(
    during body: () async throws(Problem) -> Void
  ) async throws(Problem) -> InventoryChanges {
    let before = memory.read(\.self)
    try await body()
    return memory.read { after in
      let added = after.installations.filter { $0.value.number >= before.recordedCount }.keys
      let addedCount = after.recordedCount - before.recordedCount
      return InventoryChanges(
        added: added,
        deletedCount: before.installations.count + addedCount - after.installations.count)
    }
  }
}
