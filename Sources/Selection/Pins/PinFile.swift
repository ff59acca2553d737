internal import CShim

/// Reads the small files that pin versions.
package enum PinFile {
  /// Returns the bytes of the file at `path`, or `nil` if it is missing.
  ///
  /// - Throws: ``PinReadFault/unreadable(code:)`` if the file cannot be read, has more than
  ///   `limit` bytes, or is not a regular file.
  package static func read(
    _ path: PathText, limit: Int, _ foreign: ForeignFiles
  ) throws(PinReadFault) -> [UInt8]? {
    var status = shim_status()
    let descriptor = unsafe path.withCString {
      unsafe shim_open_pins(path.directory, $0, foreign == .read, &status)
    }
    if shim_is_absent(descriptor) { return nil }
    guard descriptor >= 0 else { throw .unreadable(code: -descriptor) }
    // The shim, compiled as Embedded Swift, soon calls execve(2), which closes the descriptor; see
    // `OpenLock`.
    #if !hasFeature(Embedded)
      defer { shim_close(descriptor) }
    #endif
    guard status.is_regular else { throw .unreadable(code: 0) }
    // Nearly all files fit in the first piece, which is small so that it touches few memory pages.
    // One byte more than `limit` is read, to detect a larger file.
    var bytes: [UInt8] = []
    var capacity = max(2048, Int(clamping: status.size))
    while true {
      let piece = try self.piece(of: descriptor, capacity: min(capacity, limit + 1 - bytes.count))
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      // A read may return fewer bytes than the file has. Usually the size shows that nothing is
      // left, which saves the read that returns nothing.
      if piece.isEmpty || bytes.count > limit || bytes.count == status.size { break }
      capacity = 65_536
    }
    guard bytes.count <= limit else { throw .unreadable(code: 0) }
    return bytes
  }

  /// Reads the next bytes of a file, at most `capacity`. Returns none at the end of the file.
  ///
  /// - Throws: ``PinReadFault/unreadable(code:)`` if the system call fails.
  private static func piece(
    of descriptor: Int32, capacity: Int
  ) throws(PinReadFault) -> [UInt8] {
    var result = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      result = unsafe shim_read(descriptor, buffer.baseAddress, capacity)
      count = max(result, 0)
    }
    if result < 0 { throw .unreadable(code: Int32(-result)) }
    return bytes
  }

  /// Returns whether something exists at `path`, even a broken symbolic link.
  ///
  /// - Throws: ``PinReadFault/unreadable(code:)`` if the system cannot determine this.
  package static func exists(_ path: PathText) throws(PinReadFault) -> Bool {
    let failure = unsafe path.withCString { unsafe shim_probe(path.directory, $0) }
    if failure == 0 { return true }
    guard shim_is_absent(failure) else { throw .unreadable(code: -failure) }
    return false
  }
}
