internal import LibC

/// The space on a file system (statvfs(3)).
package struct FreeSpace: Hashable, Sendable {
  /// The number of bytes that this user can still write.
  package let byteCount: Int
  /// The size of the file system in bytes.
  package let capacity: Int
  /// The number of files that this user can still create.
  package let fileCount: Int
  /// The number of files that the file system can hold, or 0 if there is no limit.
  package let fileCapacity: Int

  /// Creates a description of the space on a file system.
  package init(byteCount: Int, capacity: Int, fileCount: Int, fileCapacity: Int) {
    self.byteCount = byteCount
    self.capacity = capacity
    self.fileCount = fileCount
    self.fileCapacity = fileCapacity
  }

  /// Whether so little is left that files should be deleted at once rather than kept for a while:
  /// less than a twentieth of the file system, within the limits of 64 and 256 MiB, or less than a
  /// twentieth of the files, within the limits of 100 and 10,000.
  package var isScarce: Bool {
    let bytes = max(64 << 20, min(capacity / 20, 256 << 20))
    let files = max(100, min(fileCapacity / 20, 10_000))
    return byteCount < bytes || (fileCapacity > 0 && fileCount < files)
  }
}

extension FilePath {
  /// Returns the space on the file system of this directory.
  package func freeSpace() throws(FileError) -> FreeSpace {
    var space = statvfs()
    try check(.stat, self) { unsafe withCString { unsafe statvfs($0, &space) } }
    let block = Int(clamping: space.f_frsize)
    func bytes(_ blocks: some BinaryInteger) -> Int {
      let (bytes, isOverflow) = Int(clamping: blocks).multipliedReportingOverflow(by: block)
      return isOverflow ? .max : bytes
    }
    return FreeSpace(
      byteCount: bytes(space.f_bavail), capacity: bytes(space.f_blocks),
      fileCount: Int(clamping: space.f_favail), fileCapacity: Int(clamping: space.f_files))
  }
}
