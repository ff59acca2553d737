internal import CCrypto
package import Filesystem
package import Vocabulary

/// An incremental SHA-256 computation (EVP_DigestInit_ex(3)).
///
/// A value can compute many digests in sequence, because `finish` resets it.
///
/// Sendable because it is noncopyable and every use of the context requires exclusive access.
@safe package struct SHA256: ~Copyable, @unchecked Sendable {
  private let context: OpaquePointer

  // libcrypto counts references to a fetched method and never changes it, so all threads can
  // share it. Fetching it once matters: the implicit fetch of EVP_sha256() costs more than
  // hashing a small file.
  private nonisolated(unsafe) static let method = unsafe fetchedMethod()

  private static func fetchedMethod() -> OpaquePointer? {
    prepareLibrary()
    return unsafe EVP_MD_fetch(nil, "SHA256", nil)
  }

  /// Initializes libcrypto. Call this before every other use of libcrypto, direct or indirect.
  ///
  /// By default libcrypto frees its tables at exit(3), even if the transfer thread still uses
  /// them. An interrupted program would then crash instead of exiting.
  package static func prepareLibrary() { _ = isPrepared }

  private static let isPrepared = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

  /// Creates a computation with no bytes added.
  package init() {
    guard let context = unsafe EVP_MD_CTX_new() else { fatalError("out of memory") }
    unsafe self.context = context
    start()
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  /// Starts a new digest.
  private func start() {
    let started = unsafe EVP_DigestInit_ex2(context, Self.method, nil)
    // Every build of libcrypto includes SHA-256.
    precondition(started == 1, "libcrypto cannot compute SHA-256")
  }

  /// Adds bytes to the digest.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    _ = unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
  }

  /// Adds bytes to the digest.
  package mutating func update(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe update($0) }
  }

  /// Returns the digest of all bytes since the last `finish`, and starts a new one.
  package mutating func finish() -> SHA256Digest {
    // Avoids an array allocation: an installation computes thousands of digests.
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    let finished = unsafe withUnsafeMutableBytes(of: &words) { bytes in
      unsafe EVP_DigestFinal_ex(
        context, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), nil)
    }
    precondition(finished == 1, "libcrypto cannot compute SHA-256")
    start()
    return SHA256Digest(
      words: (
        UInt64(bigEndian: words.0), UInt64(bigEndian: words.1), UInt64(bigEndian: words.2),
        UInt64(bigEndian: words.3)
      ))
  }

  /// Discards the bytes since the last `finish`.
  package mutating func reset() { start() }

  /// Returns the digest of `bytes`.
  package static func digest(of bytes: [UInt8]) -> SHA256Digest {
    var hasher = SHA256()
    hasher.update(bytes)
    return hasher.finish()
  }

  /// Returns the digest and the size in bytes of the file at `path`. Follows symbolic links.
  ///
  /// - Throws: ``FileError`` if the file cannot be read, with ECANCELED after a cancellation
  ///   (``CancellationFlag``).
  package static func digest(
    ofFile path: FilePath
  ) throws(FileError) -> (digest: SHA256Digest, size: Int) {
    let file = try FileDescriptor.open(path, .read)
    return try digestAndSize(of: file)
  }

  /// Returns the digest of the whole of `file`, regardless of its current offset.
  package static func digest(of file: borrowing FileDescriptor) throws(FileError) -> SHA256Digest {
    try digestAndSize(of: file).digest
  }

  private static func digestAndSize(
    of file: borrowing FileDescriptor
  ) throws(FileError) -> (digest: SHA256Digest, size: Int) {
    var hasher = SHA256()
    let size = unsafe try FileDigest.read(file) { unsafe hasher.update($0) }
    return (hasher.finish(), size)
  }
}
