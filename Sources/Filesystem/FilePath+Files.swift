internal import CPosix
internal import LibC

extension FilePath {
  /// Returns the status of this file (stat(2)), following symbolic links, or `nil` if the file
  /// is missing.
  package func status() throws(FileError) -> FileStatus? {
    try unsafe status { unsafe stat($0, &$1) }
  }

  /// Returns the status of this entry (lstat(2)) without following a symbolic link, or `nil` if
  /// the entry is missing.
  package func linkStatus() throws(FileError) -> FileStatus? {
    try unsafe status { unsafe lstat($0, &$1) }
  }

  /// Returns the status that `call`, stat(2) or lstat(2), stores, or `nil` if the path is missing.
  private func status(
    _ call: (UnsafePointer<CChar>, inout stat) -> Int32
  ) throws(FileError) -> FileStatus? {
    try statusIfPresent(of: self) { status in
      unsafe withCString { unsafe call($0, &status) }
    }
  }

  /// Whether something exists at this path and is accessible to this process. Symbolic links
  /// are followed.
  package var exists: Bool { ((try? status()) ?? nil) != nil }

  /// Returns whether something exists at the path. Unlike ``exists``, distinguishes a missing file
  /// from a failure of the system and from a folder that this process may not enter.
  ///
  /// - Throws: ``FileError`` if the system cannot tell, for example because of an I/O error.
  package func isPresent() throws(FileError) -> Bool {
    do {
      return try status() != nil
    } catch  where !error.isSystemFailure && !error.isDenied {
      return false
    }
  }

  /// Whether this is a directory, or a symbolic link to one.
  package var isDirectory: Bool { (try? status())??.kind == .directory }

  /// Returns the whole file.
  ///
  /// - Throws: ``FileError`` with ENOENT if the file is missing, EISDIR if it is a directory,
  ///   and EFBIG if it has more than `limit` bytes.
  package func contents(limit: Int) throws(FileError) -> [UInt8] {
    try FileDescriptor.open(self, .read).readToEnd(limit: limit)
  }

  /// Returns the whole file, or `nil` if it is missing.
  package func contentsIfPresent(limit: Int) throws(FileError) -> [UInt8]? {
    try nilIfMissing { () throws(FileError) in try contents(limit: limit) }
  }

  /// Replaces the file in one step: a reader sees either the old contents or the new ones.
  ///
  /// - Parameters:
  ///   - isDurable: Whether the new contents survive a power failure. Contents that can be derived
  ///     again do not need this.
  ///   - old: The status of the file whose owner and group the new file gets if root runs the
  ///     process, or `nil` to leave them to the system.
  package func replaceContents(
    with bytes: some Collection<UInt8>, permissions: UInt16 = 0o644, isDurable: Bool = true,
    keepingOwnerOf old: FileStatus? = nil
  ) throws(FileError) {
    let temporary = temporarySibling()
    do {
      let file = try FileDescriptor.open(temporary, .create(permissions: permissions))
      file.markAsInUse()
      try file.write(bytes)
      if let old { try file.giveTo(ownerOf: old) }
      if isDurable { try file.synchronize() }
      try temporary.rename(to: self)
    } catch {
      try? temporary.removeFile()
      throw error
    }
    if isDurable { try parentDirectory.synchronize() }
  }

  /// Creates a file in a folder that only this process uses, without syncing it. A crash can leave
  /// an incomplete file.
  ///
  /// - Throws: ``FileError`` with EEXIST if something exists at this path.
  package func createUnsynced(
    with bytes: some Collection<UInt8>, permissions: UInt16 = 0o644
  ) throws(FileError) {
    try FileDescriptor.open(self, .create(permissions: permissions)).write(bytes)
  }

  /// Creates the file with its contents in one step: after a crash or a power failure, it is either
  /// missing or complete.
  ///
  /// The file gets its name by link(2), because rename(2) would replace an existing file. A file
  /// system without hard links creates the file in place, which a crash can interrupt.
  ///
  /// Also removes what killed processes left while they did the same.
  ///
  /// - Throws: ``FileError`` with EEXIST if something exists at this path.
  package func createFile(with bytes: some Collection<UInt8>) throws(FileError) {
    defer { parentDirectory.removeAbandonedFiles(of: lastComponent) }
    let temporary = temporarySibling()
    defer { try? temporary.removeFile() }
    let file = try FileDescriptor.open(temporary, .create(permissions: 0o644))
    file.markAsInUse()
    try file.write(bytes)
    try file.synchronize()
    do {
      try check(.create, self) {
        unsafe temporary.withCString { old in unsafe withCString { unsafe link(old, $0) } }
      }
    } catch {
      // On macOS, ENOTSUP and EOPNOTSUPP are two numbers.
      guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(error.code) else { throw error }
      let file = try FileDescriptor.open(self, .create(permissions: 0o644))
      try file.write(bytes)
      try file.synchronize()
    }
    try parentDirectory.synchronize()
  }

  /// Creates a file without contents, unless something exists at this path. It needs no temporary
  /// file, because there is nothing that could be incomplete. A power failure may remove it again.
  package func createEmptyFile() throws(FileError) {
    do {
      _ = try FileDescriptor.open(self, .create(permissions: 0o644))
    } catch  where error.isOccupied {}
  }

  /// Replaces the contents of a file that belongs to the user. The file keeps its permissions and,
  /// if root replaces it, its owner. Otherwise, `sudo` would make a startup file unreadable for its
  /// user.
  /// If the path is a symbolic link, the file that it leads to is replaced. A broken link is
  /// itself replaced.
  ///
  /// Also removes what killed processes left while they did the same, beside the file that a link
  /// leads to.
  ///
  /// - Throws: ``FileError`` with EACCES if the file is read-only
  ///   (``checkIsNotReadOnly()``).
  package func rewrite(with bytes: some Collection<UInt8>) throws(FileError) {
    guard let old = try status() else {
      defer { parentDirectory.removeAbandonedFiles(of: lastComponent) }
      return try replaceContents(with: bytes)
    }
    try checkIsNotReadOnly()
    let isLink = try linkTarget() != nil
    let file = isLink ? try resolvingLinks() : self
    defer { file.parentDirectory.removeAbandonedFiles(of: file.lastComponent) }
    do {
      try file.replaceContents(
        with: bytes, permissions: old.permissions, keepingOwnerOf: old)
    } catch  where error.isMountPoint {
      // A container can have a single file as a mount, which nothing can replace. Without this, it
      // could not be written at all, but a crash can leave it incomplete.
      try file.overwriteContents(with: bytes)
    }
    // This restores the permissions that the process's umask removed from the new file.
    if try file.status()?.permissions != old.permissions {
      try file.setPermissions(old.permissions)
    }
  }

  /// Checks that this file is missing, or that this process may write to it. A file that the user
  /// has protected stays, even if its directory permits replacing it.
  ///
  /// - Throws: ``FileError`` with EACCES, or with EROFS if the file system is read-only.
  package func checkIsNotReadOnly() throws(FileError) {
    guard let status = try status() else { return }
    // The superuser may write to every file, so access(2) does not tell what was intended.
    if status.permissions & 0o222 == 0 { throw .permissionDenied(self) }
    try checkIsWritable()
  }

  /// Writes the file in place. A reader can see it incomplete, and so can everybody after a crash.
  func overwriteContents(with bytes: some Collection<UInt8>) throws(FileError) {
    let file = try FileDescriptor.open(self, .overwrite(permissions: 0o644))
    try file.write(bytes)
    try file.synchronize()
  }

  /// The directory that contains this entry: `.` for a bare name.
  package var parentDirectory: FilePath { parent ?? (isAbsolute ? "/" : ".") }

  /// Renames this entry (rename(2)). A file at `destination` is replaced in one step.
  ///
  /// - Throws: ``FileError`` with EEXIST or ENOTEMPTY if this is a directory and `destination` is a
  ///   nonempty one.
  package func rename(to destination: FilePath) throws(FileError) {
    try check(.rename, destination) {
      unsafe withCString { source in
        unsafe destination.withCString { unsafe systemRename(source, $0) }
      }
    }
  }

  /// Removes a file or a symbolic link (unlink(2)). A missing entry is not an error.
  package func removeFile() throws(FileError) {
    try nilIfMissing { () throws(FileError) in
      try check(.unlink, self) { unsafe withCString { unsafe unlink($0) } }
    }
  }

  /// Sets the permission bits (chmod(2)).
  package func setPermissions(_ permissions: UInt16) throws(FileError) {
    try check(.chmod, self) { unsafe withCString { unsafe chmod($0, mode_t(permissions)) } }
  }

  /// Sets the time of the last change of the contents (utimensat(2)).
  ///
  /// - Parameter seconds: The time, in seconds since 1970.
  package func setModified(secondsSince1970 seconds: Int64) throws(FileError) {
    let time = timespec(tv_sec: time_t(seconds), tv_nsec: 0)
    try check(.utimes, self) {
      unsafe withCString { path in
        let times = [time, time]
        return unsafe utimensat(AT_FDCWD, path, times, 0)
      }
    }
  }

  /// Whether this is a regular file that this process may execute (access(2)).
  package var isExecutableFile: Bool { (try? isExecutable()) ?? false }

  /// Returns ``isExecutableFile``, but does not mistake a failure of the system for a missing file.
  ///
  /// - Throws: ``FileError`` if the system cannot tell, for example because of an I/O error.
  package func isExecutable() throws(FileError) -> Bool {
    if unsafe withCString({ unsafe access($0, X_OK) }) != 0 {
      let error = FileError(.stat, self, code: errno)
      if error.isSystemFailure { throw error }
      return false
    }
    do {
      return try status()?.kind == .file
    } catch  where !error.isSystemFailure {
      return false
    }
  }

  /// Checks that this process may write to the file or directory (access(2)).
  ///
  /// - Throws: ``FileError`` with EACCES, or with EROFS if the file system is read-only.
  package func checkIsWritable() throws(FileError) {
    try check(.create, self) { unsafe withCString { unsafe access($0, W_OK) } }
  }

  /// Whether this process may write to the file or directory (access(2)).
  package var isWritable: Bool {
    unsafe withCString { unsafe access($0, W_OK) } == 0
  }

  /// Returns the path with all symbolic links resolved (realpath(3)).
  package func resolvingLinks() throws(FileError) -> FilePath {
    let resolved = unsafe withCString { unsafe realpath($0, nil) }
    guard let resolved = unsafe resolved else { throw FileError(.realpath, self, code: errno) }
    defer { unsafe free(resolved) }
    return unsafe FilePath(cString: resolved)
  }
}

extension FilePath {
  /// Returns the bytes of this file in `range`, or fewer if it ends earlier.
  package func bytes(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    try FileDescriptor.open(self, .read).bytes(range)
  }
}

// At file scope, because inside the type its own method would shadow rename(2).
private func systemRename(
  _ source: UnsafePointer<CChar>, _ destination: UnsafePointer<CChar>
) -> Int32 {
  unsafe rename(source, destination)
}
