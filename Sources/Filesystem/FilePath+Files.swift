internal import CPosix
internal import LibC

extension FilePath {
  /// What stands under this path, links followed (stat(2)). nil when nothing does.
  package func status() throws(FileError) -> FileStatus? {
    try unsafe status { unsafe stat($0, &$1) }
  }

  /// What stands under this path itself, a link as a link (lstat(2)). nil when nothing does.
  package func linkStatus() throws(FileError) -> FileStatus? {
    try unsafe status { unsafe lstat($0, &$1) }
  }

  private func status(
    _ call: (UnsafePointer<CChar>, inout stat) -> Int32
  ) throws(FileError) -> FileStatus? {
    var status = stat()
    return try nilIfMissing { () throws(FileError) in
      try check(.stat, self) { unsafe withCString { unsafe call($0, &status) } }
      return FileStatus(status)
    }
  }

  /// Whether something stands here that this process can see, links followed.
  package var exists: Bool { ((try? status()) ?? nil) != nil }

  package var isDirectory: Bool { (try? status())??.kind == .directory }

  /// The whole file. ENOENT when it is missing, EISDIR for a directory, EFBIG above `limit` bytes.
  package func contents(limit: Int) throws(FileError) -> [UInt8] {
    try FileDescriptor.open(self, .read).readToEnd(limit: limit)
  }

  /// The whole file, or nil when there is none.
  package func contentsIfPresent(limit: Int) throws(FileError) -> [UInt8]? {
    try nilIfMissing { () throws(FileError) in try contents(limit: limit) }
  }

  /// Puts `bytes` under this path so that whoever reads sees the old file or the new one, whole.
  ///
  /// - Parameter isDurable: also after a power cut, for what cannot be derived again.
  package func replaceContents(
    with bytes: some Collection<UInt8>, permissions: UInt16 = 0o644, isDurable: Bool = true
  ) throws(FileError) {
    let temporary = temporarySibling()
    do throws(FileError) {
      let file = try FileDescriptor.open(temporary, .create(permissions: permissions))
      try file.write(bytes)
      if isDurable { try file.synchronize() }
      try temporary.rename(to: self)
    } catch {
      try? temporary.removeFile()
      throw error
    }
    if isDurable { try parentDirectory.synchronize() }
  }

  /// Puts `bytes` into a file that is a person's: behind a link the file that it leads to is replaced and the link stays, and a
  /// file keeps its permissions. A link that leads nowhere is replaced itself.
  package func rewrite(with bytes: some Collection<UInt8>) throws(FileError) {
    guard let old = try status() else { return try replaceContents(with: bytes) }
    let isLink = try linkTarget() != nil
    let file = isLink ? try resolvingLinks() : self
    try file.replaceContents(with: bytes, permissions: old.permissions)
    // What the process's mask took from a new file goes back.
    if try file.status()?.permissions != old.permissions {
      try file.setPermissions(old.permissions)
    }
  }

  /// A name beside this one that no other process and no other call of this process takes.
  package func temporarySibling() -> FilePath {
    let unique = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    // A name may have 255 bytes, and the one that stands here may have them all.
    let start = String(decoding: lastComponent.utf8.prefix(64), as: UTF8.self)
    let name = FilePath(".\(start).\(getpid())-\(unique)")
    return parent?.appending(name) ?? name
  }

  /// The directory that this entry stands in: `.` for a bare name.
  package var parentDirectory: FilePath { parent ?? (isAbsolute ? "/" : ".") }

  /// A directory's or file's own data reaches the disk (fsync(2)).
  package func synchronize() throws(FileError) {
    try FileDescriptor.open(self, .read).synchronize()
  }

  /// rename(2): replaces a file in one step; EEXIST or ENOTEMPTY for a directory that is there.
  package func rename(to destination: FilePath) throws(FileError) {
    try check(.rename, destination) {
      unsafe withCString { source in
        unsafe destination.withCString { unsafe systemRename(source, $0) }
      }
    }
  }

  /// Removes a file or a link (unlink(2)). Nothing there is no error.
  package func removeFile() throws(FileError) {
    try nilIfMissing { () throws(FileError) in
      try check(.unlink, self) { unsafe withCString { unsafe unlink($0) } }
    }
  }

  /// chmod(2).
  package func setPermissions(_ permissions: UInt16) throws(FileError) {
    try check(.chmod, self) { unsafe withCString { unsafe chmod($0, mode_t(permissions)) } }
  }

  /// Whether this process may do it (access(2) with the given mode).
  package var isExecutableFile: Bool {
    unsafe withCString { unsafe access($0, X_OK) } == 0 && (try? status())??.kind == .file
  }

  package var isWritable: Bool {
    unsafe withCString { unsafe access($0, W_OK) } == 0
  }

  /// The path with every link followed (realpath(3)).
  package func resolvingLinks() throws(FileError) -> FilePath {
    let resolved = unsafe withCString { unsafe realpath($0, nil) }
    guard let resolved = unsafe resolved else { throw FileError(.realpath, self, code: errno) }
    defer { unsafe free(resolved) }
    return unsafe FilePath(cString: resolved)
  }
}

extension FilePath {
  /// Copies the bytes of this file to a new one. EEXIST where something stands there.
  package func copyFile(to copy: FilePath, permissions: UInt16 = 0o644) throws(FileError) {
    let source = try FileDescriptor.open(self, .read)
    let target = try FileDescriptor.open(copy, .create(permissions: permissions))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
    defer { unsafe buffer.deallocate() }
    while true {
      let count = unsafe try source.read(into: buffer)
      if count == 0 { return }
      unsafe try target.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}

extension FilePath {
  /// The bytes of this file in `range`; fewer where it ends before.
  package func bytes(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    try FileDescriptor.open(self, .read).bytes(range)
  }
}

// At file scope, because inside the type its own method would shadow this function.
private func systemRename(
  _ source: UnsafePointer<CChar>, _ destination: UnsafePointer<CChar>
) -> Int32 {
  unsafe rename(source, destination)
}
