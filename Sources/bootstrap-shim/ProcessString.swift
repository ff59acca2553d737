/// A NUL-terminated string that the system passed to the process at its start. It stays valid
/// until the process ends.
@safe
struct ProcessString {
  let start: UnsafeMutablePointer<CChar>

  init(_ start: UnsafeMutablePointer<CChar>) {
    unsafe self.start = start
  }

  /// The first byte, or 0 if the string is empty.
  var first: UInt8 { self[0] }

  var bytes: [UInt8] { bytes(from: 0) }

  /// Returns whether the string begins with `letter`, in upper or lower case.
  func isSimilar(to letter: UInt8) -> Bool { first | 0x20 == letter | 0x20 }

  /// Returns the bytes after `prefix`, or `nil` if the string does not start with it.
  func value(after prefix: [UInt8]) -> [UInt8]? {
    for index in prefix.indices where self[index] != prefix[index] { return nil }
    return bytes(from: prefix.count)
  }

  /// Returns the bytes after `prefix`, or `nil` if the string does not start with it.
  func value(after prefix: StaticString) -> [UInt8]? {
    starts(with: prefix) ? bytes(from: prefix.utf8CodeUnitCount) : nil
  }

  /// Returns whether the string starts with `prefix`. Never reads beyond the terminator, which
  /// differs from every byte of `prefix`.
  func starts(with prefix: StaticString) -> Bool {
    for index in 0..<prefix.utf8CodeUnitCount
    where unsafe self[index] != prefix.utf8Start[index] {
      return false
    }
    return true
  }

  private subscript(index: Int) -> UInt8 { unsafe UInt8(bitPattern: start[index]) }

  private func bytes(from offset: Int) -> [UInt8] {
    var count = 0
    while self[offset + count] != 0 { count += 1 }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count { unsafe buffer[index] = self[offset + index] }
      initialized = count
    }
  }
}
