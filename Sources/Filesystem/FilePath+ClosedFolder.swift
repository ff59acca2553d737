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

  /// Whether this user owns the file, but its permissions do not allow the user to read it.
  package var isClosedFile: Bool {
    guard let status = (try? status()) ?? nil else { return false }
    return status.kind == .file && status.owner == FilePath.user
      && status.permissions & 0o400 == 0
  }

  /// Returns the topmost entry on the way to the path that blocks this user, belongs to another
  /// user, and is in a folder of this user. A command with `sudo` may have created it. Returns
  /// `nil` if there is none.
  ///
  /// - Parameter isWriting: Whether the user wants to change the entry at the path. If there is no
  ///   entry, the permissions of its folder count.
  func foreignBarrier(forWriting isWriting: Bool) -> (path: FilePath, owner: UInt32)? {
    let isMissing = ((try? linkStatus()) ?? nil) == nil
    var isBelowOwn = false
    for entry in selfAndAncestors.reversed() {
      guard let owner = (try? entry.linkStatus())??.owner else { return nil }
      let isUsed = entry == self || isMissing && entry == parentDirectory
      var needed = entry.isDirectory ? X_OK : 0
      if isUsed { needed |= isWriting ? W_OK : R_OK }
      if isBelowOwn, owner != FilePath.user,
        unsafe entry.withCString({ unsafe access($0, needed) }) != 0
      {
        return (entry, owner)
      }
      isBelowOwn = owner == FilePath.user
    }
    return nil
  }

  /// Checks that this process may list the folder. ``checkIsOpen()`` also checks that it may change
  /// the folder.
  ///
  /// - Throws: ``FileError`` with EACCES.
  package func checkIsReadable() throws(FileError) {
    if unsafe withCString({ unsafe access($0, R_OK | X_OK) }) == 0 { return }
    let code = errno
    if code == EACCES { throw FileError(.list, self, code: code) }
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
