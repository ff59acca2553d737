package import Filesystem
package import Layout

/// What was taken away, kept for a day for programs that still run from it and for people who think again.
package struct Trash: Sendable {
  private let root: Root

  package init(_ root: Root) { self.root = root }

  /// Seconds that an entry stays.
  package static let retention: Int64 = 24 * 60 * 60

  /// Takes an installation out of sight, in one step.
  ///
  /// - Parameter now: seconds since 1970.
  package func take(_ installed: InstalledVersion, now: Int64) throws(FileError) {
    try root.trash.makeDirectories()
    let name = "\(now)-\(installed.tool)-\(installed.version)-\(installed.id)"
    let destination = root.trash.appending(name)
    let folder = root.folder(of: installed)
    // What the trash has of the same second goes only for something else in its place.
    guard folder.exists else { throw .missing(folder) }
    try destination.removeTree()
    try folder.rename(to: destination)
  }

  /// Deletes what has been here for a day.
  package func empty(now: Int64) throws(FileError) {
    for entry in try root.trash.entriesIfPresent() {
      guard let taken = Int64(entry.prefix { $0.isNumber }), now - taken > Self.retention else {
        continue
      }
      try root.trash.appending(entry).removeTree()
    }
  }
}
