internal import Filesystem

/// The bytes of an archive's file, read in sequence.
@safe final class PackedFile {
  /// The size of the file in bytes.
  let size: Int
  /// The time since which the bytes have yielded no content.
  var idleStart = SuspendingClock.now
  private let file: FileDescriptor
  private let run: ExtractionRun
  private let buffer: UnsafeMutableRawBufferPointer

  /// The number of bytes that are read at a time.
  private static let bufferSize = 256 * 1024

  /// Opens the file at `path`.
  init(_ path: FilePath, _ run: ExtractionRun) throws(ArchiveError) {
    file = try onFile(try FileDescriptor.open(path, .read))
    size = try file.sizeOnDisk()
    self.run = run
    unsafe buffer = .allocate(byteCount: Self.bufferSize, alignment: 64)
  }

  deinit { unsafe buffer.deallocate() }

  /// Returns the next bytes, which are valid until the next call. They are empty at the end.
  ///
  /// - Throws: ``ArchiveError`` if the file cannot be read, or the extraction must stop.
  func next() throws(ArchiveError) -> UnsafeRawBufferPointer {
    try run.checkProgress(since: idleStart)
    do {
      let count = try unsafe file.read(into: buffer)
      return unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
    } catch {
      throw .file(error)
    }
  }
}

extension FileDescriptor {
  /// Returns the size of the file in bytes.
  fileprivate borrowing func sizeOnDisk() throws(ArchiveError) -> Int {
    try onFile(try status().size)
  }
}
