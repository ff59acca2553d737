package import Layout
package import Vocabulary

/// The record of an installation, except its contents.
package struct RecordedInstallation: Hashable, RecordedValue {
  /// An installation to record, with its contents.
  package struct Draft: Sendable {
    package let receipt: Receipt
    /// Whether the record is made by the install that made the files.
    package let isFromInstall: Bool

    /// Creates a draft.
    package init(_ receipt: Receipt, isFromInstall: Bool) {
      self.receipt = receipt
      self.isFromInstall = isFromInstall
    }
  }

  package let installed: InstalledVersion
  /// The total size of all files in bytes.
  package let size: Int
  /// The time when the installation was recorded, in seconds since 1970.
  package let time: Int64
  /// The day of the last use, in seconds since 1970, or `nil` if the installation was never run.
  package let lastUsed: Int64?
  /// The time when the installation was moved to the trash, in seconds since 1970, or `nil` if it
  /// is in place.
  package let removed: Int64?
  /// The digests of the downloads: the artifact, then the parts.
  package let downloads: [SHA256Digest]
  /// Whether the install that made the files also made the record. If not, the record was rebuilt
  /// from the receipt.
  package let isFromInstall: Bool

  package var id: InstalledVersion { installed }

  /// Whether the installation is in place, not in the trash.
  package var isInPlace: Bool { removed == nil }
}

extension RecordedInstallation {
  /// Creates the record that a repository saves for a draft.
  ///
  /// - Parameter now: The current time, in seconds since 1970.
  package init(_ draft: Draft, now: Int64) {
    let receipt = draft.receipt
    installed = receipt.installed
    size = receipt.unpackedSize
    time = now
    lastUsed = nil
    removed = nil
    downloads = [receipt.digest] + receipt.parts.map(\.digest)
    isFromInstall = draft.isFromInstall
  }

  /// Returns the start of the day that contains `time`. Both are in seconds since 1970.
  static func day(of time: Int64) -> Int64 { time / 86_400 * 86_400 }

  /// Returns a copy of the record with these times.
  ///
  /// - Parameters:
  ///   - lastUsed: The day of the last use, in seconds since 1970.
  ///   - removed: The time of the removal, in seconds since 1970.
  func with(lastUsed: Int64?, removed: Int64?) -> RecordedInstallation {
    RecordedInstallation(
      installed: installed, size: size, time: time, lastUsed: lastUsed, removed: removed,
      downloads: downloads, isFromInstall: isFromInstall)
  }
}

extension [RecordedInstallation.Draft] {
  /// The last draft of each installation, in the original order.
  var lastOfEach: [RecordedInstallation.Draft] {
    let last = Dictionary(
      enumerated().map { ($1.receipt.installed, $0) }, uniquingKeysWith: { $1 })
    return enumerated().filter { last[$1.receipt.installed] == $0 }.map(\.element)
  }
}
