/// A buffer for the texts and blobs bound to one statement. Without it, SQLite would allocate
/// memory for each value, which takes a twentieth of the time of an insertion.
@safe
@usableFromInline
struct BindingBuffer: ~Copyable {
  /// The size of the buffer in bytes. SQLite copies any value that does not fit.
  private static let capacity = 1024

  /// The memory of the buffer, or `nil` before its first use.
  private var memory: UnsafeMutableRawPointer?
  /// The number of bytes in use, from the start.
  private var used = 0

  /// Copies bytes into the buffer and returns the address of the copy, which is valid until
  /// ``clear()``. Returns `nil` if the bytes do not fit, or if there are none.
  mutating func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    guard let start = bytes.baseAddress, bytes.count <= Self.capacity - used else { return nil }
    let memory: UnsafeMutableRawPointer
    if let known = unsafe self.memory {
      unsafe memory = known
    } else {
      unsafe memory = .allocate(byteCount: Self.capacity, alignment: 16)
      unsafe self.memory = memory
    }
    let destination = unsafe memory + used
    unsafe destination.copyMemory(from: start, byteCount: bytes.count)
    used += bytes.count
    return UnsafeRawPointer(destination)
  }

  /// Makes the whole buffer available again. The statement must no longer use the copied bytes.
  mutating func clear() { used = 0 }

  deinit { unsafe memory?.deallocate() }
}
