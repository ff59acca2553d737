internal import CPosix
internal import LibC

/// An open directory, with operations that cannot leave it.
///
/// Every name is one component. It is opened relative to the descriptor, and symbolic links are
/// not followed. So neither `..` nor a planted link leads out of the directory.
package struct Directory: ~Copyable, Sendable {
  package let descriptor: FileDescriptor

  /// Takes ownership of the descriptor of a directory.
  init(owning descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// The path that was opened.
  package var path: FilePath { descriptor.path }

  /// Opens the directory at `path`. Symbolic links in `path` are followed, since the caller
  /// chose it.
  package static func open(_ path: FilePath) throws(FileError) -> Directory {
    Directory(owning: try FileDescriptor.open(path, .directory))
  }

  /// Opens the directory at `path`, as ``open(_:)`` does, or returns `nil` if it is missing.
  package static func openIfPresent(_ path: FilePath) throws(FileError) -> Directory? {
    do {
      return try open(path)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Returns another handle to this directory.
  package func duplicate() throws(FileError) -> Directory {
    let number = try check(.dup, path) { fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0) }
    return Directory(owning: FileDescriptor(owning: number, path: path))
  }

  /// Opens the directory `name` in this one.
  ///
  /// - Throws: ``FileError`` with ENOTDIR or ELOOP if `name` is a file or a symbolic link.
  package func directory(_ name: String) throws(FileError) -> Directory {
    Directory(owning: try open(try entry(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0))
  }

  /// Opens the directory at a path below this one, or returns `nil` if it is missing. Follows
  /// links, as ``openIfPresent(_:)`` does.
  package func directoryIfPresent(at path: String) throws(FileError) -> Directory? {
    do {
      return Directory(owning: try open(FilePath(path), O_RDONLY | O_DIRECTORY, 0))
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Opens the directory `name` in this one, and creates it if it is missing. An existing directory
  /// keeps its permissions.
  package func makeDirectory(
    _ name: String, permissions: UInt16 = 0o755
  ) throws(FileError) -> Directory {
    let entry = try entry(name)
    do {
      try check(.mkdir, path.appending(name)) {
        unsafe entry.withCString { unsafe mkdirat(descriptor.number, $0, mode_t(permissions)) }
      }
    } catch {
      if error.code != EEXIST { throw error }
    }
    return try directory(name)
  }

  /// Creates the file `name`.
  ///
  /// - Throws: ``FileError`` with EEXIST if the name exists, even as a symbolic link.
  package func makeFile(_ name: String, permissions: UInt16) throws(FileError) -> FileDescriptor {
    try open(try entry(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode_t(permissions))
  }

  /// Opens the file `name` for reading.
  ///
  /// - Throws: ``FileError`` with ELOOP if `name` is a symbolic link.
  package func file(_ name: String) throws(FileError) -> FileDescriptor {
    try open(try entry(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0)
  }

  /// Returns the whole file `name`, which must not be a symbolic link.
  ///
  /// - Throws: ``FileError`` as ``FilePath/contents(limit:)`` does.
  package func contents(of name: String, limit: Int) throws(FileError) -> [UInt8] {
    try file(name).readToEnd(limit: limit)
  }

  /// Returns the target of the symbolic link `name` (readlinkat(2)), or `nil` if the name is
  /// missing or is not a link.
  package func linkTarget(_ name: String) throws(FileError) -> FilePath? {
    let entry = try entry(name)
    return try unsafe FilePath.linkTarget(path.appending(name)) { buffer, size in
      unsafe entry.withCString { unsafe readlinkat(descriptor.number, $0, buffer, size) }
    }
  }

  /// Creates the symbolic link `name` to `target`.
  ///
  /// - Throws: ``FileError`` with EEXIST if the name exists.
  package func makeLink(_ name: String, to target: FilePath) throws(FileError) {
    let entry = try entry(name)
    try check(.symlink, path.appending(name)) {
      unsafe target.withCString { text in
        unsafe entry.withCString { unsafe symlinkat(text, descriptor.number, $0) }
      }
    }
  }

  /// Creates the hard link `name` to a file (linkat(2)).
  ///
  /// - Parameters:
  ///   - name: The name of the new entry.
  ///   - target: The path of the file, relative to `folder`.
  ///   - folder: The directory that `target` starts at.
  /// - Throws: ``FileError`` with EEXIST if the name exists.
  package func makeHardLink(
    _ name: String, to target: FilePath, in folder: borrowing Directory
  ) throws(FileError) {
    let entry = try entry(name)
    let number = folder.descriptor.number
    try check(.link, path.appending(name)) {
      unsafe target.withCString { text in
        unsafe entry.withCString { unsafe linkat(number, text, descriptor.number, $0, 0) }
      }
    }
  }

  /// Returns the status of the entry `name` in the directory `folder` of this one (fstatat(2)), or
  /// `nil` if the entry is missing. Does not follow a link of that name.
  ///
  /// Unlike the other operations, follows a symbolic link `folder`. In exchange, many directories
  /// can be examined without opening each.
  package func linkStatus(of name: String, in folder: String) throws(FileError) -> FileStatus? {
    try linkStatus(of: try entry(folder).appending(try entry(name)))
  }

  /// Returns the status of the entry `name` (fstatat(2)), or `nil` if it is missing. Does not
  /// follow a link.
  package func linkStatus(of name: String) throws(FileError) -> FileStatus? {
    try linkStatus(of: try entry(name))
  }

  /// Returns the status of what exists at a path below this directory (fstatat(2)), or `nil` if it
  /// is missing. Follows links.
  package func status(at path: String) throws(FileError) -> FileStatus? {
    try status(of: FilePath(path), flags: 0)
  }

  /// Returns whether something exists at a path below this directory. Follows links, as
  /// ``FilePath/isPresent()`` does.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - followingLinks: If false, a link as the last part counts as present, wherever it leads.
  package func isPresent(
    _ path: String, followingLinks: Bool = true
  ) throws(FileError) -> Bool {
    let flags = followingLinks ? 0 : Int32(AT_SYMLINK_NOFOLLOW)
    do {
      return try statusIfPresent(of: self.path.appending(path)) { status in
        unsafe path.withCString { unsafe fstatat(descriptor.number, $0, &status, flags) }
      } != nil
    } catch  where !error.isSystemFailure && !error.isDenied {
      return false
    }
  }

  func linkStatus(of entry: FilePath) throws(FileError) -> FileStatus? {
    try status(of: entry, flags: Int32(AT_SYMLINK_NOFOLLOW))
  }

  /// Returns the status of the entry `name`, or of what it leads to if it is a link (fstatat(2)).
  /// Returns `nil` if it is missing or leads nowhere.
  package func status(of name: String) throws(FileError) -> FileStatus? {
    try status(of: try entry(name), flags: 0)
  }

  private func status(of entry: FilePath, flags: Int32) throws(FileError) -> FileStatus? {
    try statusIfPresent(of: path.appending(entry)) { status in
      unsafe entry.withCString { unsafe fstatat(descriptor.number, $0, &status, flags) }
    }
  }

  /// Checks that this process may list the folder `name` in this one. Follows a link. See
  /// ``FilePath/checkIsReadable()``.
  ///
  /// - Throws: ``FileError`` with EACCES.
  package func checkIsReadable(_ name: String) throws(FileError) {
    let entry = try entry(name)
    if allows(R_OK | X_OK, entry) { return }
    let code = errno
    if code == EACCES { throw FileError(.list, path.appending(entry), code: code) }
  }

  /// Checks that the permissions of this directory let this process list and change it. See
  /// ``FilePath/checkIsOpen()``.
  ///
  /// - Throws: ``FileError`` with EACCES.
  package func checkIsOpen() throws(FileError) {
    if allows(R_OK | W_OK | X_OK, ".") { return }
    let code = errno
    if code == EACCES { throw FileError(.create, path, code: code) }
  }

  /// Returns whether this process may access an entry (faccessat(2)). Sets `errno` if not.
  private func allows(_ access: Int32, _ entry: FilePath) -> Bool {
    unsafe entry.withCString { unsafe faccessat(descriptor.number, $0, access, 0) } == 0
  }

  /// Returns whether names that differ only in case refer to the same file in this directory.
  /// Creates a temporary file to find out, because Linux and macOS have no common system call for
  /// this.
  package func foldsCase() throws(FileError) -> Bool {
    let name = path.appending("CASE").temporarySibling().lastComponent
    _ = try makeFile(name, permissions: 0o600)
    defer { try? remove(FilePath(name), flags: 0) }
    return try nilIfMissing { () throws(FileError) in _ = try file(name.lowercased()) } != nil
  }

  /// Opens an entry (openat(2)) with the flags of open(2).
  func open(
    _ entry: FilePath, _ flags: Int32, _ permissions: mode_t
  ) throws(FileError) -> FileDescriptor {
    let whole = path.appending(entry)
    let number = try check(flags & O_CREAT == 0 ? .open : .create, whole) {
      unsafe entry.withCString {
        unsafe bootstrap_openat(descriptor.number, $0, flags, permissions)
      }
    }
    return FileDescriptor(owning: number, path: whole)
  }

  /// Returns `name` as a path.
  ///
  /// - Throws: ``FileError`` with EINVAL if `name` is not one component.
  func entry(_ name: String) throws(FileError) -> FilePath {
    if name.isEmpty || name == "." || name == ".."
      || name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
    {
      throw FileError(.open, path, code: EINVAL)
    }
    return FilePath(name)
  }
}
