/// Memory of one statement for the texts and blobs that are bound to it. SQLite would ask the allocator for
/// each copy, and that is a twentieth of an insertion.
@safe
@usableFromInline
struct BindingBuffer: ~Copyable {
  private static let capacity = 1024

  private var memory: UnsafeMutableRawPointer?
  private var used = 0

  /// Copies bytes to where they stay until ``clear()``; nil where there is no room for them.
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
