internal import CCrypto
package import Filesystem
package import Manifests

/// A SHA-256 in the making: bytes go in piece by piece, the digest comes out (EVP_DigestInit_ex(3)).
///
/// One value can compute many digests one after the other: `finish` leaves it empty.
///
/// Sendable because it has one owner, and all that touches the context asks for exclusive access to it.
@safe package struct SHA256: ~Copyable, @unchecked Sendable {
  private let context: OpaquePointer

  // A fetched method is reference counted by libcrypto and immutable, so all threads may use it. Fetched once, because the look-up
  // that EVP_sha256() makes at each start costs more than a small file.
  private nonisolated(unsafe) static let method = unsafe fetchedMethod()

  private static func fetchedMethod() -> OpaquePointer? {
    prepareLibrary()
    return unsafe EVP_MD_fetch(nil, "SHA256", nil)
  }

  /// Must precede every other use of libcrypto, direct or indirect.
  ///
  /// By default libcrypto frees its tables at exit(3), while a transfer may still run on its
  /// thread: an interrupted program would crash instead of ending.
  static func prepareLibrary() { _ = isPrepared }

  private static let isPrepared = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

  package init() {
    guard let context = unsafe EVP_MD_CTX_new() else { fatalError("out of memory") }
    unsafe self.context = context
    start()
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  private func start() {
    let started = unsafe EVP_DigestInit_ex2(context, Self.method, nil)
    // libcrypto without SHA-256 is not libcrypto.
    precondition(started == 1, "libcrypto cannot compute SHA-256")
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    _ = unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
  }

  package mutating func update(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe update($0) }
  }

  /// The digest of all bytes since the last `finish`.
  package mutating func finish() -> SHA256Digest {
    // No array: an installation asks for thousands of digests.
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

  /// Forgets the bytes since the last `finish`.
  package mutating func reset() { start() }

  package static func digest(of bytes: [UInt8]) -> SHA256Digest {
    var hasher = SHA256()
    hasher.update(bytes)
    return hasher.finish()
  }

  /// The digest and the size in bytes of the file at `path`, links followed.
  package static func digest(
    ofFile path: FilePath
  ) throws(FileError) -> (digest: SHA256Digest, size: Int) {
    let file = try FileDescriptor.open(path, .read)
    return try digestAndSize(of: file)
  }

  /// The digest of all bytes of `file`, wherever it stands.
  package static func digest(of file: borrowing FileDescriptor) throws(FileError) -> SHA256Digest {
    try digestAndSize(of: file).digest
  }

  private static func digestAndSize(
    of file: borrowing FileDescriptor
  ) throws(FileError) -> (digest: SHA256Digest, size: Int) {
    var hasher = SHA256()
    var size = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
    defer { unsafe buffer.deallocate() }
    while true {
      let count = unsafe try file.read(into: buffer, at: size)
      if count == 0 { return (hasher.finish(), size) }
      unsafe hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      size += count
    }
  }
}
