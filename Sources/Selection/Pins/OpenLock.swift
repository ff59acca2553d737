internal import CShim

/// An open lock.
package struct OpenLock: ~Copyable {
  package let identity: LockIdentity
  let descriptor: Int32
  let size: Int

  /// As the parser of `Manifests` has it.
  static let maximumByteCount = 16 << 20

  /// Opens the lock at `path`. nil where there is none. Nothing but a regular file is one.
  package static func open(_ path: PathText) throws(PinReadFault) -> OpenLock? {
    var status = shim_status()
    let failure = unsafe path.withCString { unsafe shim_status_of(path.directory, $0, &status) }
    if shim_is_absent(failure) { return nil }
    guard failure == 0, status.is_regular, status.size <= maximumByteCount else {
      throw .unreadable(code: -failure)
    }
    let descriptor = unsafe path.withCString { unsafe shim_open(path.directory, $0) }
    guard descriptor >= 0 else { throw .unreadable(code: -descriptor) }
    return OpenLock(
      identity: LockIdentity(status), descriptor: descriptor, size: status.size)
  }

  // The shim becomes another program at once, which closes files and ends mappings for less.
  #if !hasFeature(Embedded)
    deinit {
      shim_close(descriptor)
    }
  #endif

  /// What `body` makes of all bytes. They are looked at where the system keeps them: a lock is large.
  package func withBytes<Result>(
    _ body: (Span<UInt8>) -> Result
  ) throws(PinReadFault) -> Result {
    if size == 0 { return body(Span()) }
    guard let start = unsafe shim_map(descriptor, size) else { throw .unreadable(code: 0) }
    #if !hasFeature(Embedded)
      defer { unsafe shim_unmap(start, size) }
    #endif
    return unsafe body(
      Span(_unsafeBytes: UnsafeRawBufferPointer(start: start, count: size)))
  }
}
