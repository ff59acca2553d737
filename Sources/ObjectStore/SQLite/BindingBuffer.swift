/// Memory for the texts and blobs bound to one statement. If SQLite allocated each copy, that
/// would take a twentieth of the time of an insertion.
@safe
@usableFromInline
struct BindingBuffer: ~Copyable {
  private static let capacity = 1024

  private var memory: UnsafeMutableRawPointer?
  private var used = 0

  /// Copies bytes into the buffer, where they stay until ``clear()``; `nil` if they do not fit.
  mutating func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    guard let start = bytes.baseAddress, bytes.count <= Self.capacity - used else { return nil }
    let memory: UnsafeMutableRawPointer
    if let known = unsafe self.memory {
      unsafe memory = known
    } else {
      unsafe memory = .allocate(byteCount: Self.capacity, alignment: 16)
      unsafe self.memory = memory
    }
    let place = unsafe memory + used
    unsafe place.copyMemory(from: start, byteCount: bytes.count)
    used += bytes.count
    return UnsafeRawPointer(place)
  }

  mutating func clear() { used = 0 }

  deinit { unsafe memory?.deallocate() }
}
