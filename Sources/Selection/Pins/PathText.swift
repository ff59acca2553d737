/// A path that is put together piece by piece for system calls; bytes, as the system has them.
package struct PathText {
  private var terminated: [UInt8] = [0]

  package init() {
    terminated.reserveCapacity(512)
  }

  package init(_ text: StaticString) {
    append(text)
  }

  package init(_ bytes: some Sequence<UInt8>) {
    terminated.reserveCapacity(512)
    append(bytes)
  }

  package var count: Int { terminated.count - 1 }

  /// The bytes without the terminator.
  package var bytes: ArraySlice<UInt8> { terminated.dropLast() }

  package mutating func append(_ text: StaticString) {
    terminated.removeLast()
    unsafe terminated.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    terminated.append(0)
  }

  package mutating func append(_ bytes: some Sequence<UInt8>) {
    terminated.removeLast()
    terminated.append(contentsOf: bytes)
    terminated.append(0)
  }

  /// This path with `text` behind it.
  package func appending(_ text: StaticString) -> PathText {
    var path = self
    path.append(text)
    return path
  }

  /// Takes away everything behind the first `count` bytes.
  package mutating func truncate(to count: Int) {
    terminated.removeLast(self.count - count + 1)
    terminated.append(0)
  }

  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe terminated.withUnsafeBufferPointer { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let base = characters.baseAddress else { preconditionFailure("the NUL is there") }
        return unsafe body(base)
      }
    }
  }
}
