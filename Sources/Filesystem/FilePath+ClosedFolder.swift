internal import LibC

extension FilePath {
  /// Returns the topmost folder at or above the path that belongs to this user, but whose
  /// permissions keep its owner from using the path. Returns `nil` if there is none.
  ///
  /// - Parameter isWriting: Whether the user wants to change the folder at the path or, if there is
  ///   none, an entry of the folder above it.
  package func closedFolder(forWriting isWriting: Bool) -> FilePath? {
    let changed = isDirectory ? self : parentDirectory
    for folder in selfAndAncestors.reversed() {
      guard let status = (try? folder.status()) ?? nil, status.kind == .directory else {
        return nil
      }
      var needed: UInt16 = folder == self ? 0o500 : 0o100
      if isWriting, folder == changed { needed |= 0o200 }
      if status.owner == FilePath.user, status.permissions & needed != needed { return folder }
    }
    return nil
  }

  /// Checks that the permissions of this folder let this process list and change it.
  ///
  /// - Throws: ``FileError`` with EACCES. A file system that is read-only is no error here.
  package func checkIsOpen() throws(FileError) {
    if unsafe withCString({ unsafe access($0, R_OK | W_OK | X_OK) }) == 0 { return }
    let code = errno
    if code == EACCES { throw FileError(.create, self, code: code) }
  }
}
