package import Diagnostics
internal import Filesystem
package import Layout

/// The fourth step of an installation: all that is staged goes to the disk in one sync, then each becomes visible by one rename.
package struct InstallationPlacement: Sendable {
  private let root: Root
  /// Seconds since 1970, for the trash.
  private let now: Int64
  private let observe: @Sendable (InstallEvent) -> Void

  init(in root: Root, now: Int64, observe: @escaping @Sendable (InstallEvent) -> Void = { _ in }) {
    self.root = root
    self.now = now
    self.observe = observe
  }

  /// Returns what is visible from now on, and not recorded yet.
  package func place(_ staged: [StagedInstallation]) async throws(Problem) -> [Receipt] {
    observe(.synchronizing)
    try await Thread.onDisk { () throws(FileError) in try makeVisible(staged) }
    return staged.map(\.receipt)
  }

  private func makeVisible(_ staged: [StagedInstallation]) throws(FileError) {
    guard let first = staged.first else { return }
    try FileDescriptor.open(first.folder, .directory).synchronizeFileSystem()
    var parents: Set<FilePath> = []
    for staged in staged { parents.insert(try makeVisible(staged)) }
    // After all renames: the first of these writes the file system's journal, the others find nothing left to do.
    for folder in parents { try folder.synchronize() }
    // The folders of tools that are new here.
    try root.installs.synchronize()
  }

  /// Returns the folder whose entry is new.
  private func makeVisible(_ staged: StagedInstallation) throws(FileError) -> FilePath {
    let receipt = staged.receipt
    let destination = root.installation(of: receipt.tool, receipt.version, receipt.id)
    try destination.parentDirectory.makeDirectories()
    // A damaged installation is moved aside; programs still running from it keep working.
    if try destination.linkStatus() != nil {
      try Trash(root).take(
        InstalledVersion(tool: receipt.tool, version: receipt.version, id: receipt.id), now: now)
    }
    try staged.folder.rename(to: destination)
    return destination.parentDirectory
  }
}
