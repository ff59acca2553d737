internal import Filesystem
internal import Layout

/// The records that the in-memory repositories keep.
struct MemoryRecords: Sendable {
  /// An installation and its contents.
  struct Installation: Equatable, Sendable {
    /// The position in recording order.
    let number: Int
    let receipt: Receipt
    var value: RecordedInstallation

    var isInPlace: Bool { value.isInPlace }
  }

  var projects: [FilePath: RegisteredProject] = [:]
  var installations: [InstalledVersion: Installation] = [:]
  /// The number of installations ever recorded.
  var recordedCount = 0
  /// The verifications of installations in place.
  var verifications: [InstalledVersion: Verification] = [:]
  /// The recorded changes, oldest first.
  var changes: [RecordedChange] = []

  /// The installations in recording order.
  var ordered: [Installation] { installations.values.sorted { $0.number < $1.number } }

  /// Removes an installation and everything recorded about it.
  mutating func remove(_ installed: InstalledVersion) {
    installations[installed] = nil
    verifications[installed] = nil
  }
}
