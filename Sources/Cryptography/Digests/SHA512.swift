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
    let bytes = unsafe try FileDigest.bytes(
      of: file, EVP_sha512(), byteCount: SHA512Digest.byteCount)
    // Every build of libcrypto includes SHA-512.
    guard let bytes, let digest = SHA512Digest(bytes: bytes) else {
      preconditionFailure("libcrypto cannot compute SHA-512")
    }
    return digest
  }
}
