internal import CPosix
internal import LibC

/// An open file, closed when its owner goes.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The number, for calls that take one; valid as long as this value lives.
  package let number: Int32
  /// What was opened, for errors.
  package let path: FilePath

  package init(owning number: Int32, path: FilePath) {
    self.number = number
    self.path = path
  }

  deinit { close(number) }

  package enum Access: Sendable {
    case read
    /// Makes the file; EEXIST where something stands there.
    case create(permissions: UInt16)
    /// Makes the file, or empties the one that is there.
    case overwrite(permissions: UInt16)
    /// Makes the file where there is none, and keeps what it holds.
    case readWrite(permissions: UInt16)
    case directory
    /// A directory, and no link to one.
    case directoryItself

    var operation: FileError.Operation {
      switch self {
      case .read, .directory, .directoryItself: .open
      case .create, .overwrite, .readWrite: .create
      }
    }

    var flags: Int32 {
      switch self {
      // A pipe that somebody put where a file should be must not hold up whoever opens it.
      case .read: O_RDONLY | O_NONBLOCK
      case .create: O_WRONLY | O_CREAT | O_EXCL
      case .overwrite: O_WRONLY | O_CREAT | O_TRUNC
      case .readWrite: O_RDWR | O_CREAT
      case .directory: O_RDONLY | O_DIRECTORY
      case .directoryItself: O_RDONLY | O_DIRECTORY | O_NOFOLLOW
      }
    }

    var permissions: mode_t {
      switch self {
      case .read, .directory, .directoryItself: 0
      case .create(let bits), .overwrite(let bits), .readWrite(let bits): mode_t(bits)
      }
    }
  }

  /// open(2), closed on exec.
  package static func open(_ path: FilePath, _ access: Access) throws(FileError) -> FileDescriptor {
    let number = try check(access.operation, path) {
      unsafe path.withCString { unsafe bootstrap_open($0, access.flags, access.permissions) }
    }
    return FileDescriptor(owning: number, path: path)
  }

  /// Reads up to `buffer.count` bytes; 0 at the end (read(2)).
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    try check(.read, path) { unsafe systemRead(number, buffer.baseAddress, buffer.count) }
  }

  /// Writes all of `buffer` (write(2)).
  package func write(_ buffer: UnsafeRawBufferPointer) throws(FileError) {
    var written = 0
    while written < buffer.count {
      written += try check(.write, path) {
        unsafe systemWrite(
          number, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
      }
    }
  }

  package func write(_ bytes: some Collection<UInt8>) throws(FileError) {
    let array = Array(bytes)
    try unsafe array.withUnsafeBufferPointer { buffer throws(FileError) in
      try unsafe write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// All of what is left to read. EFBIG when it is more than `limit` bytes.
  package func readToEnd(limit: Int) throws(FileError) -> [UInt8] {
    let status = try status()
    // Its size says nothing, so it must not be judged by it.
    if status.kind == .directory { throw FileError(.read, path, code: EISDIR) }
    let expected = status.size
    if expected > limit { throw FileError(.size, path, code: EFBIG) }
    var result = [UInt8](repeating: 0, count: expected + 1)
    var filled = 0
    while true {
      let start = filled
      let count = try unsafe result.withUnsafeMutableBufferPointer { buffer throws(FileError) in
        try unsafe read(
          into: UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[start...]))
      }
      if count == 0 { break }
      filled += count
      if filled > limit { throw FileError(.size, path, code: EFBIG) }
      if filled == result.count { result.append(contentsOf: repeatElement(0, count: 64 * 1024)) }
    }
    result.removeSubrange(filled...)
    return result
  }

  /// Reads up to `buffer.count` bytes from `offset` on; 0 at the end. The file's own position stays, so threads may share it (pread(2)).
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    try check(.read, path) {
      unsafe pread(number, buffer.baseAddress, buffer.count, off_t(offset))
    }
  }

  /// Empties the file, and goes to its start (ftruncate(2), lseek(2)).
  package func truncate() throws(FileError) {
    try check(.write, path) { ftruncate(number, 0) }
    try check(.write, path) { lseek(number, 0, SEEK_SET) }
  }

  /// fstat(2).
  package func status() throws(FileError) -> FileStatus {
    var status = stat()
    try check(.stat, path) { unsafe fstat(number, &status) }
    return FileStatus(status)
  }

  /// What was written from `offset` on begins to go to the disk while other work goes on, so that a later sync has less to wait for. A
  /// hint, which cannot fail (sync_file_range(2); nothing on other systems).
  package func beginWriteback(from offset: Int, count: Int) {
    bootstrap_begin_writeback(number, off_t(offset), off_t(count))
  }

  /// What was written reaches the disk (fsync(2)).
  package func synchronize() throws(FileError) {
    try check(.sync, path) { fsync(number) }
  }

  /// Everything written to the file system that this file is on reaches the disk (syncfs(2); sync(2) on macOS).
  package func synchronizeFileSystem() throws(FileError) {
    try check(.sync, path) { bootstrap_sync_filesystem(number) }
  }
}

extension FileDescriptor {
  /// Reads `range`, less if the file ends earlier, and keeps the file's position (pread(2)).
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

// At file scope, because inside the type its own methods would shadow these functions.

private func systemRead(_ number: Int32, _ base: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, base, count)
}

private func systemWrite(_ number: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, base, count)
}
