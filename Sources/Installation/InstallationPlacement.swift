package import Diagnostics
package import Filesystem
package import Layout

/// Syncs all staged installations together, then makes each visible with a rename.
package struct InstallationPlacement: Sendable {
  private let root: Root
  /// The current time, in seconds since 1970. The trash records it as the time at which an
  /// installation was replaced.
  private let now: Int64
  /// Whether to exchange folders in one step on file systems that can.
  private let exchanges: Bool
  private let observe: @Sendable (InstallEvent) -> Void

  /// Creates a placement in `root`. Installations that it replaces are moved to the trash.
  ///
  /// - Parameters:
  ///   - root: The root that receives the installations.
  ///   - now: The current time, in seconds since 1970. The trash records it as the time at which
  ///     an installation was replaced.
  ///   - exchanges: Whether to exchange a replaced folder and the new one in one step, on file
  ///     systems that can.
  ///   - observe: Receives events, on any thread.
  init(
    in root: Root, now: Int64, exchanges: Bool = true,
    observe: @escaping @Sendable (InstallEvent) -> Void = { _ in }
  ) {
    self.root = root
    self.now = now
    self.exchanges = exchanges
    self.observe = observe
  }

  /// Places the installations and returns their receipts, which the caller must record.
  ///
  /// - Throws: ``SystemProblem`` if a system call fails or the installations belong on another file
  ///   system. Installations that are already visible by then are complete.
  package func place(_ staged: [StagedInstallation]) async throws(Problem) -> [Receipt] {
    observe(.synchronizing)
    do {
      try await BlockingThread.result { () throws(FileError) in try makeVisible(staged) }
    } catch {
      throw Problem(error, movingBetween: root.staging.path, root.installs.path)
    }
    return staged.map(\.receipt)
  }

  /// Places all installations. Everything is on disk before the first becomes visible.
  private func makeVisible(_ staged: [StagedInstallation]) throws(FileError) {
    let builds = staged.filter { $0.receipt.build != nil }
    var trees = staged.map(\.folder)
    if let build = builds.first {
      let placed = PlacedReceipts(in: build.folder.parentDirectory)
      try placed.add(builds.map(\.receipt))
      trees.append(placed.folder)
    }
    try FilePath.synchronizeTrees(trees)
    for staged in staged { try makeVisible(staged) }
  }

  /// Places an installation. The rename is on disk once the change of the root is: until then, its
  /// marker of unfinished work stays.
  private func makeVisible(_ staged: StagedInstallation) throws(FileError) {
    let receipt = staged.receipt
    let destination = root.installation(of: receipt.tool, receipt.version, receipt.id)
    try root.installs(of: receipt.tool).makeDirectories()
    if try destination.linkStatus() == nil {
      try staged.folder.rename(to: destination)
    } else {
      try replace(destination, with: staged)
    }
  }

  /// Replaces an installation and moves it to the trash, where programs that run from it keep
  /// working, or deletes it if the trash is on another file system. After a failure, the replaced
  /// installation is back in place.
  private func replace(
    _ destination: FilePath, with staged: StagedInstallation
  ) throws(FileError) {
    let trashed = try Trash(root).place(
      for: .replaced(staged.receipt.installed), now: now)
    let isExchanged = exchanges ? try staged.folder.exchange(with: destination) : false
    if isExchanged {
      do {
        try staged.folder.rename(to: trashed)
      } catch {
        // What cannot be moved to the trash is deleted with the staging area.
        if error.isOnOtherFileSystem { return }
        _ = try? staged.folder.exchange(with: destination)
        throw error
      }
    } else {
      let trashed = try setAside(destination, at: trashed, or: staged.folder)
      // Here, the tool is missing for a moment.
      do {
        try staged.folder.rename(to: destination)
      } catch {
        try? trashed.rename(to: destination)
        throw error
      }
    }
  }

  /// Moves a replaced installation to the trash, or, if the trash is on another file system, beside
  /// `folder` in the staging area, which is deleted later. Returns its path.
  private func setAside(
    _ installation: FilePath, at trashed: FilePath, or folder: FilePath
  ) throws(FileError) -> FilePath {
    do {
      try installation.rename(to: trashed)
      return trashed
    } catch {
      if !error.isOnOtherFileSystem { throw error }
      let aside = FilePath(folder.string + ".replaced")
      try installation.rename(to: aside)
      return aside
    }
  }
}

extension Problem {
  /// Describes a failed system call to the user. If the call was a rename to another file system,
  /// names the folders that must be on the same one.
  package init(
    _ error: FileError, movingBetween source: FilePath, _ destination: FilePath
  ) {
    self =
      error.isOnOtherFileSystem
      ? .system(.otherFileSystem(source: source.string, destination: destination.string))
      : Problem(error)
  }
}
