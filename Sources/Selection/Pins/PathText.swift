internal import CShim

/// A path that is put together piece by piece for system calls; bytes, as the system has them.
///
/// A class, so that a search changes one piece of memory for all the names that it asks for, and no copy is made unseen.
@safe
package final class PathText {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  package private(set) var count = 0
  /// The open directory that the path starts from.
  private(set) var directory = Int32(shim_here)

  /// An empty path.
  ///
  /// - Parameter capacity: how many bytes it takes before it has to move.
  package init(capacity: Int = 255) {
    self.capacity = capacity
    unsafe start = .allocate(capacity: capacity + 1)
    unsafe start[0] = 0
  }

  package convenience init(_ text: StaticString) {
    self.init()
    append(text)
  }

  package convenience init(_ bytes: some Collection<UInt8>) {
    self.init(capacity: bytes.count + 255)
    append(bytes)
  }

  deinit {
    unsafe start.deallocate()
    close()
  }

  /// Makes the directory that the path names the one that it starts from, and the path empty: the system walks shorter paths faster.
  ///
  /// Nothing changes where the directory cannot be entered.
  func enter() {
    let entered = unsafe withCString { unsafe shim_enter(directory, $0) }
    guard entered >= 0 else { return }
    close()
    directory = entered
    truncate(to: 0)
  }

  private func close() {
    if directory >= 0 { shim_close(directory) }
  }

  /// The bytes, copied.
  package var bytes: [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  package func append(_ text: StaticString) {
    unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package func append(_ bytes: some Collection<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ unsafe append($0) }) == nil {
      append(Array(bytes))
    }
  }

  package func append(_ other: PathText) {
    unsafe append(UnsafeBufferPointer(start: other.start, count: other.count))
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

  /// Another path: this one with `text` behind it.
  package func appending(_ text: StaticString) -> PathText {
    let path = PathText(capacity: count + 255)
    path.append(self)
    path.append(text)
    return path
  }

  /// Takes away everything behind the first `count` bytes.
  package func truncate(to count: Int) {
    precondition(count <= self.count)
    self.count = count
    unsafe start[count] = 0
  }

  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe start.withMemoryRebound(to: CChar.self, capacity: count + 1) { unsafe body($0) }
  }

  /// Whether the paths have the same bytes.
  package func spells(_ other: PathText) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where unsafe start[index] != other.start[index] { return false }
    return true
  }
}
