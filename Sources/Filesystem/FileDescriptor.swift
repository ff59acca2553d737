internal import CPosix
internal import LibC

/// An open file, which is closed at the end of this value's lifetime.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The file descriptor, which is valid as long as this value exists.
  package let number: Int32
  /// The path that was opened, for errors.
  package let path: FilePath

  /// Takes ownership of a file descriptor.
  package init(owning number: Int32, path: FilePath) {
    self.number = number
    self.path = path
  }

  deinit { close(number) }

  /// The way to open a file or directory.
  package enum Access: Sendable {
    case read
    /// Creates the file. Fails with EEXIST if the path exists.
    case create(permissions: UInt16)
    /// Creates the file, or empties it if it exists.
    case overwrite(permissions: UInt16)
    /// Creates the file if it is missing, and keeps the contents if it exists. Fails with ELOOP if
    /// the path is a symbolic link.
    case readWrite(permissions: UInt16)
    /// Writes to the end of the file, which must exist. Fails with ELOOP if the path is a symbolic
    /// link.
    case append
    case directory
    /// A directory, but not a symbolic link to one.
    case directoryItself

    var operation: FileError.Operation {
      switch self {
      case .read, .directory, .directoryItself: .open
      case .create, .overwrite, .readWrite: .create
      case .append: .write
      }
    }

    var flags: Int32 {
      switch self {
      // If the path is a pipe instead of a file, opening it must not block.
      case .read: O_RDONLY | O_NONBLOCK
      case .create: O_WRONLY | O_CREAT | O_EXCL
      case .overwrite: O_WRONLY | O_CREAT | O_TRUNC
      case .readWrite: O_RDWR | O_CREAT | O_NOFOLLOW
      case .append: O_WRONLY | O_APPEND | O_NOFOLLOW
      case .directory: O_RDONLY | O_DIRECTORY
      case .directoryItself: O_RDONLY | O_DIRECTORY | O_NOFOLLOW
      }
    }

    var permissions: mode_t {
      switch self {
      case .read, .append, .directory, .directoryItself: 0
      case .create(let bits), .overwrite(let bits), .readWrite(let bits): mode_t(bits)
      }
    }
  }

  /// Opens the file at `path` (open(2)). The descriptor is closed on exec.
  package static func open(_ path: FilePath, _ access: Access) throws(FileError) -> FileDescriptor {
    let number = try check(access.operation, path) {
      unsafe path.withCString { unsafe bootstrap_open($0, access.flags, access.permissions) }
    }
    return FileDescriptor(owning: number, path: path)
  }

  /// Reads up to `buffer.count` bytes (read(2)). Returns 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    try check(.read, path) { unsafe systemRead(number, buffer.baseAddress, buffer.count) }
  }

  /// Reads into the start of `buffer` with a single call (read(2)), and returns the number of
  /// bytes. This is the whole file if it is a small regular one.
  package func read(intoStartOf buffer: inout [UInt8]) throws(FileError) -> Int {
    try unsafe buffer.withUnsafeMutableBufferPointer { buffer throws(FileError) in
      try unsafe read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// Writes all of `buffer`, in several calls if necessary (write(2)).
  package func write(_ buffer: UnsafeRawBufferPointer) throws(FileError) {
    var written = 0
    while written < buffer.count {
      written += try check(.write, path) {
        unsafe systemWrite(
          number, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
      }
    }
  }

  /// Writes all of `bytes`, in several calls if necessary.
  package func write(_ bytes: some Collection<UInt8>) throws(FileError) {
    let array = Array(bytes)
    try unsafe array.withUnsafeBufferPointer { buffer throws(FileError) in
      try unsafe write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Returns the rest of the file.
  ///
  /// - Throws: ``FileError`` with EFBIG if the file has more than `limit` bytes, and EISDIR if
  ///   it is a directory.
  package func readToEnd(limit: Int) throws(FileError) -> [UInt8] {
    let status = try status()
    // The size of a directory has no meaning, so it must not be compared with the limit.
    if status.kind == .directory { throw FileError(.read, path, code: EISDIR) }
    let expected = status.size
    if expected > limit { throw FileError(.size, path, code: EFBIG) }
    // The extra byte lets a single read return more than the expected size, if the file has grown.
    var result = [UInt8](repeating: 0, count: expected + 1)
    var filled = 0
    while true {
      let start = filled
      let count = try unsafe result.withUnsafeMutableBufferPointer { buffer throws(FileError) in
        try unsafe read(
          into: UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[start...]))
      }
      filled += count
      // A file that had more than the expected size would have filled the extra byte. A pipe may
      // report its current content as its size, and receive more later.
      if count == 0 || status.kind == .file && filled == expected { break }
      if filled > limit { throw FileError(.size, path, code: EFBIG) }
      if filled == result.count { result.append(contentsOf: repeatElement(0, count: 64 * 1024)) }
    }
    result.removeSubrange(filled...)
    return result
  }

  /// Reads up to `buffer.count` bytes from `offset` (pread(2)). Returns 0 at the end. The file's
  /// own position stays the same, so threads may share the file.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    try check(.read, path) {
      unsafe pread(number, buffer.baseAddress, buffer.count, off_t(offset))
    }
  }

  /// Empties the file and returns to its start (ftruncate(2), lseek(2)).
  package func truncate() throws(FileError) {
    try check(.write, path) { ftruncate(number, 0) }
    try check(.write, path) { lseek(number, 0, SEEK_SET) }
  }

  /// Returns the status of the file (fstat(2)).
  package func status() throws(FileError) -> FileStatus {
    var status = stat()
    try check(.stat, path) { unsafe fstat(number, &status) }
    return FileStatus(status)
  }

  /// Gives the file the owner and group of another file (fchown(2)). Only root may do this, so for
  /// other users nothing happens.
  func giveTo(ownerOf other: FileStatus) throws(FileError) {
    let own = try status()
    if own.owner == other.owner, own.group == other.group { return }
    _ = fchown(number, other.owner, other.group)
  }

  /// Starts writing the `count` bytes at `offset` to the disk without waiting, so that a later
  /// sync takes less time. This is a hint and cannot fail. On Linux it is sync_file_range(2), and
  /// other systems do nothing.
  package func beginWriteback(from offset: Int, count: Int) {
    bootstrap_begin_writeback(number, off_t(offset), off_t(count))
  }

  /// Writes the contents of the file to the disk, so that they survive a power failure (fsync(2),
  /// or F_FULLFSYNC of fcntl(2) on macOS).
  ///
  /// Some file systems of a network cannot write a directory on request. Its names are then as
  /// durable as the file system makes them, and this is not an error.
  package func synchronize() throws(FileError) {
    do {
      try check(.sync, path) { bootstrap_sync_file(number) }
    } catch {
      guard [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS, ENOTTY].contains(error.code),
        try status().kind == .directory
      else { throw error }
    }
  }
}

extension FileDescriptor {
  /// Returns the bytes in `range`, or fewer if the file ends earlier (pread(2)). The file's own
  /// position stays the same.
  package func bytes(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: range.count)
    var filled = 0
    while filled < result.count {
      let start = filled
      let count = try unsafe result.withUnsafeMutableBufferPointer { buffer throws(FileError) in
        let rest = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[start...])
        return try unsafe read(into: rest, at: range.lowerBound + start)
      }
      if count == 0 { break }
      filled += count
    }
    result.removeSubrange(filled...)
    return result
  }
}

// At file scope, because inside the type its own methods would shadow read(2) and write(2).

private func systemRead(_ number: Int32, _ base: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, base, count)
}

private func systemWrite(_ number: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, base, count)
}
