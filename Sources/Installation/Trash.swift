package import Filesystem
package import Layout

/// Removed installations, kept for a day for programs that still run from them and for users who
/// want to undo the removal.
package struct Trash: Sendable {
  private let root: Root

  /// Creates the trash of `root`.
  package init(_ root: Root) { self.root = root }

  /// How long an entry is kept, in seconds.
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

  /// Takes what an older bootstrap installed under content ids of 12 digits out of sight.
  ///
  /// - Parameter now: seconds since 1970.
  package func takeOutdated(now: Int64) throws(FileError) {
    for path in try root.outdatedInstallations() {
      if try path.linkTarget() != nil {
        try path.removeFile()
      } else {
        let tool = path.parentDirectory.lastComponent
        try take(path, as: "\(tool)-\(path.lastComponent)", now: now)
      }
    }
  }

  private func take(_ folder: FilePath, as name: String, now: Int64) throws(FileError) {
    try root.trash.makeDirectories()
    let destination = root.trash.appending("\(now)-\(name)")
    // What the trash has of the same second goes only for something else in its place.
    guard folder.exists else { throw .missing(folder) }
    try destination.removeTree()
    try folder.rename(to: destination)
  }

  /// Deletes the entries that are older than ``retention``.
  package func empty(now: Int64) throws(FileError) {
    for entry in try root.trash.entriesIfPresent() {
      guard let taken = Int64(entry.prefix { $0.isNumber }), now - taken > Self.retention else {
        continue
      }
      try root.trash.appending(entry).removeTree()
    }
  }
}
