internal import CCrypto
internal import Filesystem

/// Computes the digest of a whole file, regardless of its current offset.
enum FileDigest {
  /// Passes the contents of a file to `update`, piece by piece, and returns their size in bytes.
  ///
  /// - Throws: ``FileError`` if the file cannot be read, with ECANCELED after a cancellation
  ///   (``CancellationFlag``).
  static func read(
    _ file: borrowing FileDescriptor, _ update: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var size = 0
    while true {
      try CancellationFlag.check(reading: file.path)
      let count = unsafe try file.read(into: buffer, at: size)
      if count == 0 { return size }
      unsafe update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      size += count
    }
  }

  /// Returns the digest of a file by a method of libcrypto, such as `EVP_sha512()`. Returns `nil`
  /// if libcrypto was built without the method, or if the method fails.
  ///
  /// - Parameter byteCount: The size of the digest.
  /// - Throws: ``FileError``, as ``read(_:_:)`` does.
  static func bytes(
    of file: borrowing FileDescriptor, _ method: OpaquePointer?, byteCount: Int
  ) throws(FileError) -> [UInt8]? {
    guard let context = unsafe EVP_MD_CTX_new() else { fatalError("out of memory") }
    defer { unsafe EVP_MD_CTX_free(context) }
    guard unsafe EVP_DigestInit_ex2(context, method, nil) == 1 else { return nil }
    var isComplete = true
    _ = unsafe try read(file) { piece in
      isComplete =
        unsafe isComplete && EVP_DigestUpdate(context, piece.baseAddress, piece.count) == 1
    }
    if !isComplete { return nil }
    var digest = [UInt8](repeating: 0, count: byteCount)
    return unsafe EVP_DigestFinal_ex(context, &digest, nil) == 1 ? digest : nil
  }
}
