internal import CCrypto
package import Filesystem
package import Vocabulary

/// The SHA-512 computation (EVP_sha512(3)) for files whose publisher states no SHA-256 digest.
package enum SHA512 {
  /// Returns the digest of the file at `path`. Follows symbolic links.
  ///
  /// - Throws: ``FileError`` if the file cannot be read, with ECANCELED after a cancellation
  ///   (``CancellationFlag``).
  package static func digest(ofFile path: FilePath) throws(FileError) -> SHA512Digest {
    SHA256.prepareLibrary()
    let file = try FileDescriptor.open(path, .read)
    guard let context = unsafe EVP_MD_CTX_new() else { fatalError("out of memory") }
    defer { unsafe EVP_MD_CTX_free(context) }
    let started = unsafe EVP_DigestInit_ex2(context, EVP_sha512(), nil)
    // Every build of libcrypto includes SHA-512.
    precondition(started == 1, "libcrypto cannot compute SHA-512")
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var size = 0
    while true {
      try CancellationFlag.check(reading: file.path)
      let count = unsafe try file.read(into: buffer, at: size)
      if count == 0 { break }
      _ = unsafe EVP_DigestUpdate(context, buffer.baseAddress, count)
      size += count
    }
    var bytes = [UInt8](repeating: 0, count: SHA512Digest.byteCount)
    let finished = unsafe EVP_DigestFinal_ex(context, &bytes, nil)
    guard finished == 1, let digest = SHA512Digest(bytes: bytes) else {
      preconditionFailure("libcrypto cannot compute SHA-512")
    }
    return digest
  }
}
