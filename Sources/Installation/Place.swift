internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests

/// The step that makes installations visible: all of them go to the disk in one sync, then each appears by one rename.
struct Place {
  let root: Root
  /// Seconds since 1970, for the trash.
  let now: Int64

  /// An installation that stands whole in the staging folder.
  struct Staged: Sendable {
    let folder: FilePath
    let receipt: Receipt
  }

  func callAsFunction(_ staged: [Staged]) throws(Problem) {
    do throws(FileError) {
      guard let first = staged.first else { return }
      try FileDescriptor.open(first.folder, .directory).synchronizeFileSystem()
      var parents: Set<FilePath> = []
      for staged in staged { parents.insert(try place(staged)) }
      // After all renames: the first of these writes the file system's journal, the others find nothing left to do.
      for folder in parents { try folder.synchronize() }
      // The folders of tools that are new here.
      try root.installs.synchronize()
    } catch {
      throw Problem(error)
    }
  }

  /// Returns the folder whose entry is new.
  private func place(_ staged: Staged) throws(FileError) -> FilePath {
    let receipt = staged.receipt
    let destination = root.installation(of: receipt.tool, receipt.version, receipt.id)
    try destination.parentDirectory.makeDirectories()
    // What is damaged makes room, and can still be run by who runs it.
    if try destination.linkStatus() != nil {
      try Trash(root).take(
        InstalledVersion(tool: receipt.tool, version: receipt.version, id: receipt.id), now: now)
    }
    try staged.folder.rename(to: destination)
    return destination.parentDirectory
  }
}
