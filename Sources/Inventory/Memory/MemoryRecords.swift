internal import Filesystem
internal import Layout

/// What the repositories in memory keep.
struct MemoryRecords: Sendable {
  /// An installation with its contents.
  struct Installation: Sendable {
    /// The position in the order of recording.
    let number: Int
    let receipt: Receipt
    var value: RecordedInstallation

    var isInPlace: Bool { value.isInPlace }
  }

  var projects: [FilePath: RegisteredProject] = [:]
  var installations: [InstalledVersion: Installation] = [:]
  /// The number of installations that were ever recorded.
  var recordedCount = 0
  /// Only those of installations that are in place.
  var verifications: [InstalledVersion: Verification] = [:]
  /// The oldest change comes first.
  var changes: [RecordedChange] = []

  /// The installations in the order in which they were recorded.
  var ordered: [Installation] { installations.values.sorted { $0.number < $1.number } }

  /// Removes an installation and everything recorded about it.
  mutating func remove(_ installed: InstalledVersion) {
    installations[installed] = nil
    verifications[installed] = nil
  }
}
