internal import CPosix
internal import LibC

extension Directory {
  /// Removes everything in this directory.
  package func removeContents() throws(FileError) {
    for entry in try entries() { try removeTree(entry) }
  }

  /// Removes the entry `name` and, if it is a directory, everything below it. Symbolic links are
  /// removed, never followed. A missing entry is not an error.
  package func removeTree(_ name: String) throws(FileError) { try removeTree(try entry(name)) }

  private func removeTree(_ entry: FilePath) throws(FileError) {
    do {
      try remove(entry, flags: 0)
    } catch {
      // unlink(2) of a directory is EISDIR on Linux and EPERM in POSIX.
      guard error.code == EISDIR || error.code == EPERM else {
        if error.isMissing { return }
        throw error
      }
      try openToRemove(entry).removeAll()
      try remove(entry, flags: Int32(AT_REMOVEDIR))
    }
  }

  /// Removes everything in this directory and may change its permissions. The caller must then
  /// remove the directory itself.
  func removeAll() throws(FileError) {
    // A directory without write permission cannot be emptied. Archives may contain one.
    fchmod(descriptor.number, 0o700)
    try removeContents()
  }

  /// Opens the directory `entry` in this one, to empty it. Changes the permissions of `entry` if
  /// they do not allow opening it.
  private func openToRemove(_ entry: FilePath) throws(FileError) -> Directory {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    do {
      return Directory(owning: try open(entry, flags, 0))
    } catch {
      guard error.code == EACCES else { throw error }
      // A directory without read permission cannot even be opened.
      try check(.chmod, path.appending(entry)) {
        unsafe entry.withCString { unsafe fchmodat(descriptor.number, $0, 0o700, 0) }
      }
      return Directory(owning: try open(entry, flags, 0))
    }
  }

  /// Removes an entry (unlinkat(2)). `flags` is AT_REMOVEDIR for a directory.
  func remove(_ entry: FilePath, flags: Int32) throws(FileError) {
    try check(.unlink, path.appending(entry)) {
      unsafe entry.withCString { unsafe unlinkat(descriptor.number, $0, flags) }
    }
  }
}
