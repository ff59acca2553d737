internal import CShim

/// A lock that is open for reading.
package struct OpenLock: ~Copyable {
  /// The identity of the lock when it was opened.
  package let identity: FileIdentity
  let descriptor: Int32
  /// The size, in bytes.
  let size: Int

  /// The maximum size of a lock, in bytes. The parser in `Manifests` has the same limit.
  static let maximumByteCount = 16 << 20

  /// Opens the lock at `path`, or returns `nil` if it is missing.
  ///
  /// - Throws: ``PinReadFault/unreadable(code:)`` if the lock cannot be opened, is too large, or
  ///   is not a regular file.
  package static func open(
    _ path: PathText, _ foreign: ForeignFiles
  ) throws(PinReadFault) -> OpenLock? {
    // Most folders have no lock, and to open a missing file costs much more than to look for it.
    guard try PinFile.exists(path) else { return nil }
    var status = shim_status()
    let descriptor = unsafe path.withCString {
      unsafe shim_open_pins(path.directory, $0, foreign == .read, &status)
    }
    if shim_is_absent(descriptor) { return nil }
    guard descriptor >= 0 else { throw .unreadable(code: -descriptor) }
    guard status.is_regular, status.size <= maximumByteCount else {
      #if !hasFeature(Embedded)
        shim_close(descriptor)
      #endif
      throw .unreadable(code: 0)
    }
    return OpenLock(
      identity: FileIdentity(status), descriptor: descriptor, size: status.size)
  }

  // The shim, which is compiled as Embedded Swift, soon becomes another program. execve(2) then
  // closes its files and ends its mappings, which costs less than separate calls.
  #if !hasFeature(Embedded)
    deinit {
      shim_close(descriptor)
    }
  #endif

  /// Returns the result of `body`, called with all bytes of the lock.
  ///
  /// A lock can be large, so its bytes are mapped into memory rather than copied.
  ///
  /// - Throws: ``PinReadFault/unreadable(code:)`` if the lock cannot be mapped.
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
