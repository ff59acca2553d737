package import Layout
internal import Vocabulary

/// The installations whose records were added or deleted.
package struct InventoryChanges: Hashable, Sendable {
  /// The installations whose records were added, sorted by tool and version.
  package let added: [InstalledVersion]
  /// The number of deleted records. The inventory keeps no details about them.
  package let deletedCount: Int

  /// Creates changes. Sorts the added installations.
  init(added: some Sequence<InstalledVersion>, deletedCount: Int) {
    self.added = added.sorted { ($0.tool, $0.version.text) < ($1.tool, $1.version.text) }
    self.deletedCount = deletedCount
  }

  /// The titles of the added installations, such as `ruff 0.17.5`.
  package var titles: [String] { added.map { "\($0.tool) \($0.version)" } }

  /// Whether there are no changes.
  package var isEmpty: Bool { added.isEmpty && deletedCount == 0 }
}
