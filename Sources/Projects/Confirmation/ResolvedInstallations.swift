package import Filesystem
package import Layout
internal import Vocabulary

/// The record of the installations that locking has resolved on this machine, one empty file each
/// in the folder `index/resolved/` of the root.
///
/// A lock may have come with a clone, and does not say who resolved it. With this record, `install`
/// knows that the user's own sources have answered, as if it had written the lock itself.
package struct ResolvedInstallations: Sendable {
  private let folder: RootFolder

  /// Creates the record of `root`, without reading it.
  package init(_ root: Root) { folder = root.resolved }

  /// Returns whether a source has resolved the installation on this machine.
  package func contains(_ planned: PlannedInstallation) -> Bool { file(for: planned).exists }

  /// Records that a source has resolved the installation.
  ///
  /// - Throws: ``FileError`` if the record cannot be written.
  package func insert(_ planned: PlannedInstallation) throws(FileError) {
    if contains(planned) { return }
    try folder.makeDirectories()
    try file(for: planned).createEmptyFile()
  }

  private func file(for planned: PlannedInstallation) -> FilePath {
    let text = "\(planned.tool) \(planned.version) \(planned.id)"
    return folder.appending(SHA256Digest(of: text).hexadecimal)
  }
}
