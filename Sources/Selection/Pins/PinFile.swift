internal import CShim

/// The bytes of a file that says which version runs.
package enum PinFile {
  /// What `body` makes of the bytes of the file at `path`. nil where there is none.
  ///
  /// For locks, which are large: the file is mapped, and its pages are looked at where the system keeps them.
  package static func map<Result>(
    _ path: PathText, _ body: (Span<UInt8>) -> Result
  ) throws(ReadFault) -> Result? {
    var status = shim_status()
    let failure = unsafe path.withCString { unsafe shim_status_of($0, &status) }
    if shim_is_absent(failure) { return nil }
    guard failure == 0, status.is_regular else { throw .unreadable(code: -failure) }
    if status.size == 0 { return body(Span()) }
    let descriptor = unsafe path.withCString { unsafe shim_open($0) }
    guard descriptor >= 0 else { throw .unreadable(code: -descriptor) }
    defer { shim_close(descriptor) }
    guard let start = unsafe shim_map(descriptor, status.size) else {
      throw .unreadable(code: 0)
    }
    defer { unsafe shim_unmap(start, status.size) }
    return unsafe body(
      Span(_unsafeBytes: UnsafeRawBufferPointer(start: start, count: status.size)))
  }

  /// The bytes of the file at `path`, at most `limit`. nil where there is none.
  package static func read(
    _ path: PathText, limit: Int
  ) throws(ReadFault) -> [UInt8]? {
    let descriptor = unsafe path.withCString { unsafe shim_open($0) }
    if shim_is_absent(descriptor) { return nil }
    guard descriptor >= 0 else { throw .unreadable(code: -descriptor) }
    defer { shim_close(descriptor) }
    var failure = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, count in
      while count < buffer.count {
        let read = unsafe shim_read(
          descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        if read <= 0 {
          failure = read
          return
        }
        count += read
      }
    }
    if failure < 0 { throw .unreadable(code: Int32(-failure)) }
    guard bytes.count <= limit else { throw .unreadable(code: 0) }
    return bytes
  }

  /// Whether `path` names anything.
  package static func exists(_ path: PathText) throws(ReadFault) -> Bool {
    let failure = unsafe path.withCString { unsafe shim_probe($0) }
    if failure == 0 { return true }
    guard shim_is_absent(failure) else { throw .unreadable(code: -failure) }
    return false
  }
}
