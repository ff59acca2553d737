package import Layout
internal import Vocabulary

/// The installations whose records were added or deleted.
package struct InventoryChanges: Hashable, Sendable {
  /// The installations with a new record, sorted by tool and version.
  package let added: [InstalledVersion]
  /// The number of installations whose records were deleted.
  package let deletedCount: Int

  /// Creates changes with the added installations in any order.
  init(added: some Sequence<InstalledVersion>, deletedCount: Int) {
    self.added = added.sorted { ($0.tool, $0.version.text) < ($1.tool, $1.version.text) }
    self.deletedCount = deletedCount
  }

  /// The added versions, such as `ruff 0.17.5`.
  package var titles: [String] { added.map { "\($0.tool) \($0.version)" } }

  /// Whether there are no changes.
  package var isEmpty: Bool { added.isEmpty && deletedCount == 0 }
}
