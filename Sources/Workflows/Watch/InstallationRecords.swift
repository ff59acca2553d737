internal import Diagnostics
internal import Inventory
internal import Layout
internal import Synchronization

/// What the store records about the installations.
struct InstallationRecords: Sendable {
  /// The sizes of the installations in bytes. Empty without a store.
  private(set) var sizes: [InstalledVersion: Int] = [:]
  /// Incremented by each change.
  private(set) var number = 0

  fileprivate mutating func replace(_ sizes: [InstalledVersion: Int]) {
    self.sizes = sizes
    number += 1
  }
}

/// The records of the store as they are now, which a task keeps up to date.
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

  /// Follows the store of `root` until the task is canceled. A store that does not exist yet, or
  /// that was removed or replaced, is opened as soon as it is there.
  ///
  /// - Parameters:
  ///   - pause: Waits between two looks for a store.
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
