internal import CCrypto
package import Filesystem

/// The BLAKE2b digest of 64 bytes (RFC 7693), which minisign signs.
package enum BLAKE2b {
  /// Returns the digest of `bytes` (EVP_blake2b512(3)), or `nil` if libcrypto was built without it.
  package static func digest(of bytes: [UInt8]) -> [UInt8]? {
    SHA256.prepareLibrary()
    var digest = [UInt8](repeating: 0, count: 64)
    let computed = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_blake2b512(), nil)
    return computed == 1 ? digest : nil
  }

  /// Returns the digest of a whole file, regardless of its current offset. Returns `nil` if
  /// libcrypto was built without BLAKE2b.
  package static func digest(of file: borrowing FileDescriptor) throws(FileError) -> [UInt8]? {
    SHA256.prepareLibrary()
    return unsafe try FileDigest.bytes(of: file, EVP_blake2b512(), byteCount: 64)
  }
}
