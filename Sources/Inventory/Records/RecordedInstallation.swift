package import Layout
package import Vocabulary

/// The recorded facts about an installation, except for its contents.
package struct RecordedInstallation: Hashable, RecordedValue {
  /// An installation to record, with its contents.
  package struct Draft: Sendable {
    package let receipt: Receipt
    /// Whether the install that made the files also records them.
    package let isFromInstall: Bool

    /// Creates a draft.
    package init(_ receipt: Receipt, isFromInstall: Bool) {
      self.receipt = receipt
      self.isFromInstall = isFromInstall
    }
  }

  package let installed: InstalledVersion
  /// The size of all files in bytes.
  package let size: Int
  /// The time when it was recorded, in seconds since 1970.
  package let time: Int64
  /// The day of its last use, in seconds since 1970, or `nil` if it was never run.
  package let lastUsed: Int64?
  /// The time when it was moved to the trash, in seconds since 1970, or `nil` if it is in place.
  package let removed: Int64?
  /// The digests of its downloads: the artifact, then the parts.
  package let downloads: [SHA256Digest]
  /// Whether the install that made it also recorded it. If not, the record was recreated from the
  /// receipt.
  package let isFromInstall: Bool

  package var id: InstalledVersion { installed }

  /// Whether the installation is in place rather than in the trash.
  package var isInPlace: Bool { removed == nil }
}

extension RecordedInstallation {
  /// Creates the record that a repository makes when it saves this receipt.
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

  /// Returns the start of the day that contains a time. Both are in seconds since 1970.
  static func day(of time: Int64) -> Int64 { time / 86_400 * 86_400 }

  /// Returns a copy with different times.
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
  /// The last draft of each installation, in the order of the drafts.
  var lastOfEach: [RecordedInstallation.Draft] {
    let last = Dictionary(
      enumerated().map { ($1.receipt.installed, $0) }, uniquingKeysWith: { $1 })
    return enumerated().filter { last[$1.receipt.installed] == $0 }.map(\.element)
  }
}
