/// The place of a path among the file systems that are mounted.
extension FilePath {
  /// Whether a file system is mounted at this path, such as at `/` and at `/Volumes/Backup`. False
  /// if the path does not exist or the system cannot tell.
  package var isMountPoint: Bool {
    guard let here = (try? status()) ?? nil else { return false }
    guard let parent else { return true }
    guard let above = (try? parent.status()) ?? nil else { return false }
    return here.device != above.device
  }

  /// The path where the file system that contains this path is mounted, or `nil` if the path does
  /// not exist. Symbolic links in the path must be resolved.
  package var mountPoint: FilePath? {
    guard ((try? status()) ?? nil) != nil else { return nil }
    return selfAndAncestors.first(where: \.isMountPoint)
  }

  /// The total size of the files at and below this path, in bytes. Links are not followed. What
  /// cannot be read counts as empty.
  package var sizeOfTree: Int {
    guard let status = (try? linkStatus()) ?? nil else { return 0 }
    switch status.kind {
    case .file: return status.size
    case .directory: return sizeOfFiles()
    case .link, .pipe, .device, .other: return 0
    }
  }

  /// Returns the total size of the files in this folder and below it, in bytes. Links are not
  /// followed. What is missing or cannot be read counts as empty.
  ///
  /// - Parameter excluded: The names of entries that do not count.
  package func sizeOfFiles(except excluded: [String] = []) -> Int {
    let names = excluded.map { FilePath($0) }
    guard let folder = try? Directory(owning: FileDescriptor.open(self, .directoryItself)) else {
      return 0
    }
    return folder.sizeOfFiles { !names.contains($0) }
  }
}
