internal import LibC

extension FilePath {
  /// The names in this directory but `.` and `..`, sorted by bytes. ENOENT when it is missing.
  package func entries() throws(FileError) -> [String] {
    try Directory.open(self).entries().map(\.string)
  }

  /// The names in this directory, or none where it is missing.
  package func entriesIfPresent() throws(FileError) -> [String] {
    try nilIfMissing { () throws(FileError) in try entries() } ?? []
  }

  /// Makes this directory and those above it that are missing. One that is there is no error.
  package func makeDirectories(permissions: UInt16 = 0o755) throws(FileError) {
    do throws(FileError) {
      try makeDirectory(permissions: permissions)
    } catch {
      if error.code == EEXIST, isDirectory { return }
      guard error.code == ENOENT, let parent else { throw error }
      try parent.makeDirectories(permissions: permissions)
      do throws(FileError) {
        try makeDirectory(permissions: permissions)
      } catch {
        // Another process may have made it in between.
        if error.code == EEXIST, isDirectory { return }
        throw error
      }
    }
  }

  /// mkdir(2). EEXIST where something stands.
  package func makeDirectory(permissions: UInt16 = 0o755) throws(FileError) {
    try check(.mkdir, self) { unsafe withCString { unsafe mkdir($0, mode_t(permissions)) } }
  }

  /// Removes this entry and, for a directory, all below it; links are removed, never followed. Nothing there is no error.
  package func removeTree() throws(FileError) {
    guard let status = try linkStatus() else { return }
    guard status.kind == .directory else { return try removeFile() }
    if status.permissions & 0o400 == 0 { try setPermissions(0o700) }
    // Not followed: a link that takes the directory's place meanwhile is ELOOP or ENOTDIR.
    try Directory(owning: FileDescriptor.open(self, .directoryItself)).removeAll()
    try removeEmptyDirectory()
  }

  /// rmdir(2). Nothing there is no error.
  package func removeEmptyDirectory() throws(FileError) {
    do throws(FileError) {
      try check(.unlink, self) { unsafe withCString { unsafe rmdir($0) } }
    } catch {
      if !error.isMissing || error.code == ENOTDIR { throw error }
    }
  }

  /// The working directory as the kernel knows it (getcwd(3)). ENOENT when it was deleted.
  package static func workingDirectory() throws(FileError) -> FilePath {
    guard let text = unsafe getcwd(nil, 0) else { throw FileError(.getcwd, ".", code: errno) }
    defer { unsafe free(text) }
    return unsafe FilePath(cString: text)
  }
}
