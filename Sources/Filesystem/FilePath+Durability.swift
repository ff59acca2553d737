internal import CPosix
internal import LibC

/// Writing to the disk what must survive a power failure.
extension FilePath {
  /// Writes the contents of this file or directory to the disk.
  package func synchronize() throws(FileError) {
    try FileDescriptor.open(self, .read).synchronize()
  }

  /// Appends bytes to this file, which must exist, and writes them to the disk. After a crash, only
  /// some of them may be there.
  package func append(_ bytes: some Collection<UInt8>) throws(FileError) {
    let file = try FileDescriptor.open(self, .append)
    try file.write(bytes)
    try file.synchronize()
  }

  /// Writes everything at and below these directories to the disk. They must be on one file system,
  /// which one call writes completely (syncfs(2), or fsync_volume_np(2) on macOS).
  package static func synchronizeTrees(_ trees: [FilePath]) throws(FileError) {
    guard let first = trees.first else { return }
    do {
      let directory = try FileDescriptor.open(first, .directory)
      let number = directory.number
      try check(.sync, first) { bootstrap_sync_filesystem(number) }
    } catch {
      // macOS passes the call on to the file system, and one of a network may not know it.
      guard [EINVAL, ENOTSUP, ENOTTY, EOPNOTSUPP, ENOSYS].contains(error.code) else { throw error }
      for tree in trees { try tree.synchronizeEachFile() }
    }
  }

  /// Writes each file and directory at and below this path to the disk. Links and special files
  /// have no contents of their own, and their directory contains their names.
  func synchronizeEachFile() throws(FileError) {
    guard let status = try linkStatus() else { return }
    switch status.kind {
    case .file: try synchronize()
    case .directory:
      for entry in try entries() { try appending(entry).synchronizeEachFile() }
      try synchronize()
    case .link, .pipe, .device, .other: break
    }
  }
}
