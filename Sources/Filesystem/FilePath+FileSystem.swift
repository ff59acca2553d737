internal import CPosix
internal import LibC

extension FilePath {
  /// Whether the file system of this path has free space, but no free inodes.
  package var hasNoFilesLeft: Bool {
    guard let space = try? nearestDirectory.freeSpace() else { return false }
    return space.fileCapacity > 0 && space.fileCount == 0 && space.byteCount > 0
  }

  /// The topmost directory above this path that is read-only because its file system is, or `nil`
  /// if the file system is not read-only.
  package var readOnlyFolder: FilePath? { topmostFolder(where: \.isOnReadOnlyFileSystem) }

  /// The topmost directory on the file system of this path if that is mounted with `noexec`,
  /// otherwise `nil`.
  package var noexecFolder: FilePath? {
    topmostFolder { folder in unsafe folder.withCString { unsafe bootstrap_is_noexec($0) } }
  }

  /// Goes up from the nearest directory while `condition` is true, and returns the last directory
  /// for which it is. Returns `nil` if it is false for the nearest one.
  private func topmostFolder(where condition: (FilePath) -> Bool) -> FilePath? {
    var folder = nearestDirectory
    guard condition(folder) else { return nil }
    while folder.parentDirectory != folder, condition(folder.parentDirectory) {
      folder = folder.parentDirectory
    }
    return folder
  }

  /// The path, or its nearest parent directory that exists.
  package var nearestDirectory: FilePath {
    var path = self
    while path != "/", path != ".", !path.isDirectory { path = path.parentDirectory }
    return path
  }

  private var isOnReadOnlyFileSystem: Bool {
    var status = statvfs()
    guard unsafe withCString({ unsafe statvfs($0, &status) }) == 0 else { return false }
    return Int(status.f_flag) & Int(ST_RDONLY) != 0
  }
}
