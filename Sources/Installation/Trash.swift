package import Filesystem
package import Layout

/// Removed installations, kept for a day for programs that still run from them and for users who
/// want to undo the removal.
package struct Trash: Sendable {
  private let root: Root

  /// Creates the trash of `root`.
  package init(_ root: Root) { self.root = root }

  /// How long an entry is kept, in seconds: one day.
  package static let retention: Int64 = 24 * 60 * 60

  /// Moves an installation to the trash with a single rename.
  ///
  /// - Parameter now: The current time, in seconds since 1970.
  /// - Throws: ``FileError`` if the installation does not exist.
  package func take(_ installed: InstalledVersion, now: Int64) throws(FileError) {
    try take(
      root.folder(of: installed), as: "\(installed.tool)-\(installed.version)-\(installed.id)",
      now: now)
  }

  /// Moves the installations of an older bootstrap, whose content ids have 12 digits instead of 40,
  /// to the trash, except those that pins without a lock still run.
  ///
  /// - Parameter now: The current time, in seconds since 1970.
  package func takeOutdated(now: Int64) throws(FileError) {
    for outdated in try root.outdatedInstallations() where !outdated.isLinked {
      try take(
        outdated.folder, as: "\(outdated.tool)-\(outdated.folder.lastComponent)", now: now)
    }
  }

  private func take(_ folder: FilePath, as name: String, now: Int64) throws(FileError) {
    try root.trash.makeDirectories()
    let destination = root.trash.appending("\(now)-\(name)")
    // The trash may have an entry of this name from the same second. Delete that entry only if
    // `folder` can replace it.
    guard folder.exists else { throw .missing(folder) }
    try destination.removeTree()
    try folder.rename(to: destination)
  }

  /// Deletes the entries that are older than ``retention``.
  ///
  /// - Parameter now: The current time, in seconds since 1970.
  package func empty(now: Int64) throws(FileError) {
    for entry in try root.trash.entriesIfPresent() {
      guard let taken = Int64(entry.prefix { $0.isNumber }), now - taken > Self.retention else {
        continue
      }
      try root.trash.appending(entry).removeTree()
    }
  }
}
