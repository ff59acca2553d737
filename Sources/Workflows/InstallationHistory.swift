internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout

/// Records which installations a command adds and removes.
///
/// The history can have gaps: if the process dies, the next command updates the store from the
/// folders, but does not record the change.
struct InstallationHistory {
  private let inventory: InstallationInventory
  private let command: String
  private let folder: FilePath?
  /// The sizes of the installations before the change.
  private let before: [InstalledVersion: Int]
  private let watch: InstallationWatch

  /// Starts before a change.
  ///
  /// - Parameters:
  ///   - inventory: The store, which agrees with the installed folders.
  ///   - command: The name of the command.
  ///   - folder: The folder for which it runs, or `nil` if it concerns the whole root.
  ///   - sizes: The sizes of the recorded installations.
  init(
    of inventory: InstallationInventory, command: String, for folder: FilePath?,
    _ sizes: [InstalledVersion: Int]
  ) {
    self.inventory = inventory
    self.command = command
    self.folder = folder
    before = sizes
    watch = inventory.installations.watch()
  }

  /// Records the difference between the earlier and the current installations, if there is any.
  /// After a success, another call would record the same difference again.
  func record() async throws(Problem) {
    if !watch.hasSeenChange { return }
    let after = try inventory.installations.sizes()
    func parts(
      of sizes: [InstalledVersion: Int], without others: [InstalledVersion: Int]
    ) -> [RecordedChange.Part] {
      sizes.filter { others[$0.key] == nil }.map { RecordedChange.Part($0.key, size: $0.value) }
    }
    let change = RecordedChange.Draft(
      command: command, folder: folder, added: parts(of: after, without: before),
      removed: parts(of: before, without: after))
    try await inventory.history.save([change])
  }
}
