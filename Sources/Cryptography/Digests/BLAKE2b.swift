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
    guard let context = unsafe EVP_MD_CTX_new() else { return nil }
    defer { unsafe EVP_MD_CTX_free(context) }
    guard unsafe EVP_DigestInit_ex2(context, EVP_blake2b512(), nil) == 1 else { return nil }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var size = 0
    while true {
      try CancellationFlag.check(reading: file.path)
      let count = unsafe try file.read(into: buffer, at: size)
      if count == 0 { break }
      guard unsafe EVP_DigestUpdate(context, buffer.baseAddress, count) == 1 else { return nil }
      size += count
    }
    var digest = [UInt8](repeating: 0, count: 64)
    return unsafe EVP_DigestFinal_ex(context, &digest, nil) == 1 ? digest : nil
  }
}
