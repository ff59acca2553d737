/// A reader of the content under a layer of compression, in sequence.
protocol LayerReader: AnyObject {
  /// Returns the next bytes of the content, which are valid until the next call. They are empty at
  /// the end, after the whole file has been verified.
  ///
  /// - Throws: ``ArchiveError/layer(_:_:)`` if the compression is damaged, or the errors
  ///   of ``PackedFile/next()``.
  func next() throws(ArchiveError) -> UnsafeRawBufferPointer
}

/// A reader of content without a layer.
@safe final class StoredReader: LayerReader {
  private let file: PackedFile
  /// The bytes to return first.
  private var start: UnsafeRawBufferPointer?

  /// Creates a reader of `file`, of which `start` has already been read.
  init(_ file: PackedFile, start: UnsafeRawBufferPointer) {
    self.file = file
    unsafe self.start = start
  }

  func next() throws(ArchiveError) -> UnsafeRawBufferPointer {
    if let start = unsafe start {
      unsafe self.start = nil
      return unsafe start
    }
    return try unsafe file.next()
  }
}
