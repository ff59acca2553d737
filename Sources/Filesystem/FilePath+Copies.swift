internal import LibC

extension FilePath {
  /// Copies the bytes of this file to a new one.
  ///
  /// - Throws: ``FileError`` with EEXIST if `copy` exists.
  package func copyFile(to copy: FilePath, permissions: UInt16 = 0o644) throws(FileError) {
    try FileDescriptor.open(self, .read).copy(to: copy, permissions: permissions, limit: .max)
  }

  /// Moves this file, even to another file system. A file at `destination` is replaced in one step.
  ///
  /// After a rename, the caller must sync the file system. A copy is already synced, because the
  /// caller does not know its file system.
  package func moveFile(to destination: FilePath) throws(FileError) {
    do {
      return try rename(to: destination)
    } catch {
      if !error.isOnOtherFileSystem { throw error }
    }
    try copyFile(replacing: destination)
    try removeFile()
  }

  /// Copies this file in one step: a reader of `copy` sees either its old contents or the new ones,
  /// which survive a power failure.
  package func copyFile(replacing copy: FilePath) throws(FileError) {
    let temporary = copy.temporarySibling()
    do {
      let target = try FileDescriptor.open(temporary, .create(permissions: 0o644))
      target.markAsInUse()
      try FileDescriptor.open(self, .read).copy(to: target, limit: .max)
      try target.synchronize()
      try temporary.rename(to: copy)
    } catch {
      try? temporary.removeFile()
      throw error
    }
    try copy.parentDirectory.synchronize()
  }
}

extension FileDescriptor {
  /// Copies the rest of this file to a new one.
  ///
  /// - Throws: ``FileError`` with EEXIST if `copy` exists, EFBIG if there are more than `limit`
  ///   bytes, and ECANCELED after a cancellation (``CancellationFlag``).
  package func copy(
    to copy: FilePath, permissions: UInt16 = 0o644, limit: Int
  ) throws(FileError) {
    try self.copy(
      to: try FileDescriptor.open(copy, .create(permissions: permissions)), limit: limit)
  }

  /// Appends the rest of this file to another one, as ``copy(to:permissions:limit:)`` does.
  fileprivate func copy(to target: borrowing FileDescriptor, limit: Int) throws(FileError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var copied = 0
    while true {
      try CancellationFlag.check(reading: path)
      let count = unsafe try read(into: buffer)
      if count == 0 { return }
      copied += count
      if copied > limit { throw FileError(.size, path, code: EFBIG) }
      unsafe try target.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}
