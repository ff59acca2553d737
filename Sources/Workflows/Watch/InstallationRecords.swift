internal import Diagnostics
internal import Inventory
internal import Layout
internal import Synchronization

/// The store's records of installations.
struct InstallationRecords: Sendable {
  /// The sizes of the installations in bytes. Empty if there is no store.
  private(set) var sizes: [InstalledVersion: Int] = [:]
  /// A number that each change increments.
  private(set) var revision = 0

  fileprivate mutating func replace(_ sizes: [InstalledVersion: Int]) {
    self.sizes = sizes
    revision += 1
  }
}

/// The current records of the store, which a task keeps up to date.
final class CurrentRecords: Sendable {
  private let records = Mutex(InstallationRecords())

  /// The current records.
  var value: InstallationRecords { records.withLock(\.self) }

  /// Reads the records once, if there is a store.
  ///
  /// - Throws: The ``Problem`` with the store.
  func read(in root: Root) async throws(Problem) {
    let inventory = try await InventorySource.store.openIfPresent(root)
    var sizes = inventory?.watchedInstallations?.makeAsyncIterator()
    if let first = try await sizes?.next() { records.withLock { $0.replace(first) } }
  }

  /// Follows the store of `root` until the task is canceled. If the store does not exist yet, or is
  /// removed or replaced, opens it as soon as it appears.
  ///
  /// - Parameters:
  ///   - pause: Waits before the next attempt to open the store.
  ///   - changed: Called after each change.
  /// - Throws: The ``Problem`` with the store.
  func follow(
    _ root: Root, pause: () async throws(Problem) -> Void, changed: () -> Void
  ) async throws(Problem) -> Never {
    while true {
      let inventory = try await InventorySource.store.openIfPresent(root)
      if let watched = inventory?.watchedInstallations {
        for try await sizes in watched {
          records.withLock { $0.replace(sizes) }
          changed()
        }
      }
      if !value.sizes.isEmpty {
        records.withLock { $0.replace([:]) }
        changed()
      }
      try await pause()
    }
  }
}
