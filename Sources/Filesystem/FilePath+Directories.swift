internal import LibC

extension FilePath {
  /// Returns the names in this directory except `.` and `..`, sorted by bytes.
  ///
  /// - Throws: ``FileError`` with ENOENT if the directory is missing.
  package func entries() throws(FileError) -> [String] {
    try Directory.open(self).entries(isOnlyListing: true).map(\.string)
  }

  /// Returns the names in this directory, or none if it is missing.
  package func entriesIfPresent() throws(FileError) -> [String] {
    try nilIfMissing { () throws(FileError) in try entries() } ?? []
  }

  /// Returns those of `names` that exist in this directory, even as links that lead nowhere. If the
  /// system cannot tell, a name counts as present.
  package func present(among names: [String]) -> [String] {
    guard let directory = try? Directory.open(self) else {
      // A folder that others may enter but not list.
      return names.filter { name in
        do { return try appending(name).linkStatus() != nil } catch { return true }
      }
    }
    return names.filter { (try? directory.isPresent($0, followingLinks: false)) ?? true }
  }

  /// Creates this directory and its missing ancestors. An existing directory is not an error.
  package func makeDirectories(permissions: UInt16 = 0o755) throws(FileError) {
    do {
      try makeDirectory(permissions: permissions)
    } catch {
      if error.code == EEXIST, try status()?.kind == .directory { return }
      guard error.code == ENOENT, let parent else { throw error }
      try parent.makeDirectories(permissions: permissions)
      do {
        try makeDirectory(permissions: permissions)
      } catch {
        // Another process may have created it in the meantime.
        if error.code == EEXIST, try status()?.kind == .directory { return }
        throw error
      }
    }
  }

  /// Makes this directory the working directory of the process (chdir(2)).
  package func enter() throws(FileError) {
    try check(.chdir, self) { unsafe withCString { unsafe chdir($0) } }
  }

  /// Creates this directory (mkdir(2)).
  ///
  /// - Throws: ``FileError`` with EEXIST if the path exists.
  package func makeDirectory(permissions: UInt16 = 0o755) throws(FileError) {
    try check(.mkdir, self) { unsafe withCString { unsafe mkdir($0, mode_t(permissions)) } }
  }

  /// Removes this entry and, if it is a directory, everything below it. Symbolic links are
  /// removed, never followed. A missing entry is not an error.
  package func removeTree() throws(FileError) {
    guard let status = try linkStatus() else { return }
    guard status.kind == .directory else { return try removeFile() }
    if status.permissions & 0o400 == 0 { try setPermissions(0o700) }
    // If a symbolic link replaces the directory in the meantime, opening fails with ELOOP
    // or ENOTDIR.
    try Directory(owning: FileDescriptor.open(self, .directoryItself)).removeAll()
    try removeEmptyDirectory()
  }

  /// Removes this directory, which must be empty (rmdir(2)). A missing directory is not an error.
  package func removeEmptyDirectory() throws(FileError) {
    do {
      try check(.unlink, self) { unsafe withCString { unsafe rmdir($0) } }
    } catch {
      if !error.isMissing || error.code == ENOTDIR { throw error }
    }
  }

  /// Returns the physical path of the working directory (getcwd(3)).
  ///
  /// - Throws: ``FileError`` with ENOENT if the working directory was deleted.
  package static func workingDirectory() throws(FileError) -> FilePath {
    guard let text = unsafe getcwd(nil, 0) else { throw FileError(.getcwd, ".", code: errno) }
    defer { unsafe free(text) }
    return unsafe FilePath(cString: text)
  }
}
