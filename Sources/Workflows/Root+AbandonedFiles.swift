internal import Filesystem
internal import Inventory
internal import Layout

extension Root {
  /// Removes what killed processes left under temporary names. The caller must hold the root's
  /// lock.
  ///
  /// - Parameter foundDead: Whether an earlier holder of the lock has died or failed. Only such a
  ///   process can have left files in the folders to which nobody writes without the lock. There is
  ///   one for each tool.
  func removeAbandonedFiles(afterDeadProcess foundDead: Bool = false) {
    if foundDead {
      let tools = (try? installedTools()) ?? []
      for folder in [shims, packages] + tools.map(installs(of:)) {
        folder.removeAbandonedFiles(isExclusive: true)
      }
    }
    // Other commands write to these without the lock. `doctor` creates a file among the routes to
    // find out whether the file system folds case.
    path.removeAbandonedFiles()
    libexec.removeAbandonedFiles(of: shimProgram.lastComponent)
    var shared = [routes, trust, downloads, index, views]
    for folder in (try? index.subfolders()) ?? [] {
      shared.append(folder)
      shared += (try? folder.subfolders()) ?? []
    }
    for folder in shared { folder.removeAbandonedFiles() }
    InstallationInventory.removeAbandonedDrafts(of: self)
  }

  /// Removes the temporary files of killed setups.
  func removeAbandonedFilesOfSetups() {
    for folder in [trust] + ((try? setups.entriesIfPresent()) ?? []).map({ setups.folder($0) }) {
      folder.removeAbandonedFiles()
    }
  }
}
