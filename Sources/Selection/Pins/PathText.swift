internal import CShim

/// A path for system calls, built from raw bytes piece by piece.
///
/// It is a class, so a search reuses one buffer for all paths, without implicit copies.
@safe
package final class PathText {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  package private(set) var count = 0
  /// The descriptor of the open folder that the path is relative to, by default the
  /// working directory.
  private(set) var directory = Int32(shim_here)

  /// Creates an empty path.
  ///
  /// - Parameter capacity: The number of bytes that fit before the buffer must grow.
  package init(capacity: Int = 255) {
    self.capacity = capacity
    unsafe start = .allocate(capacity: capacity + 1)
    unsafe start[0] = 0
  }

  /// Creates a path from literal text.
  package convenience init(_ text: StaticString) {
    self.init()
    append(text)
  }

  /// Creates a path from bytes, with 255 spare bytes in its buffer.
  package convenience init(_ bytes: some Collection<UInt8>) {
    self.init(capacity: bytes.count + 255)
    append(bytes)
  }

  deinit {
    unsafe start.deallocate()
    close()
  }

  /// Opens the folder to which the path refers, and replaces the path with an empty one that is
  /// relative to this folder. The system resolves shorter paths faster.
  ///
  /// If the folder cannot be opened, nothing changes.
  func enter() {
    let entered = unsafe withCString { unsafe shim_enter(directory, $0) }
    guard entered >= 0 else { return }
    close()
    directory = entered
    truncate(to: 0)
  }

  /// Closes the open folder, unless it is the working directory.
  private func close() {
    if directory >= 0 { shim_close(directory) }
  }

  /// A copy of the bytes.
  package var bytes: [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Appends text without adding a slash.
  package func append(_ text: StaticString) {
    unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends bytes without adding a slash.
  package func append(_ bytes: some Collection<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ unsafe append($0) }) == nil {
      append(Array(bytes))
    }
  }

  /// Appends the bytes of another path without adding a slash.
  package func append(_ other: PathText) {
    unsafe append(UnsafeBufferPointer(start: other.start, count: other.count))
  }

  /// Appends a number that is not negative, in decimal digits.
  package func append(number: Int) {
    if number >= 10 { append(number: number / 10) }
    append(CollectionOfOne(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)))
  }

  private func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if count + bytes.count > capacity { grow(to: 2 * capacity + bytes.count) }
    if let first = bytes.baseAddress {
      unsafe UnsafeMutableRawPointer(start + count).copyMemory(
        from: first, byteCount: bytes.count)
    }
    count += bytes.count
    unsafe start[count] = 0
  }

  private func grow(to capacity: Int) {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + 1)
    unsafe UnsafeMutableRawPointer(larger).copyMemory(from: start, byteCount: count)
    unsafe start.deallocate()
    unsafe start = larger
    self.capacity = capacity
  }

  /// Returns a new path: the bytes of this one, followed by `text`.
  package func appending(_ text: StaticString) -> PathText {
    let path = PathText(capacity: count + 255)
    path.append(self)
    path.append(text)
    return path
  }

  /// The number of bytes up to and including the last slash.
  var folderCount: Int {
    var end = count
    while end > 0, unsafe start[end - 1] != UInt8(ascii: "/") { end -= 1 }
    return end
  }

  /// Keeps only the first `count` bytes.
  package func truncate(to count: Int) {
    precondition(count <= self.count)
    self.count = count
    unsafe start[count] = 0
  }

  /// Calls `body` with the path as a C string, which is valid during the call.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe start.withMemoryRebound(to: CChar.self, capacity: count + 1) { unsafe body($0) }
  }

  /// Returns whether the paths have the same bytes.
  package func equals(_ other: PathText) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where unsafe start[index] != other.start[index] { return false }
    return true
  }
}
