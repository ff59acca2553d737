internal import LibC

/// A path as the system sees it: bytes, not text.
///
/// It is normalised by its spelling alone: repeated and trailing slashes are dropped, `.` and `..` and links stay, since only the
/// file system knows what they mean. Two paths are equal when their bytes are, not when they name one file.
package struct FilePath: Hashable, Sendable {
  /// The bytes, followed by the NUL that C functions want.
  private var terminated: [UInt8]

  /// Takes the bytes up to the first NUL.
  package init(bytes: some Sequence<UInt8>) {
    var result: [UInt8] = []
    for byte in bytes {
      if byte == 0 { break }
      if byte == UInt8(ascii: "/"), result.last == byte { continue }
      result.append(byte)
    }
    if result.count > 1, result.last == UInt8(ascii: "/") { result.removeLast() }
    result.append(0)
    terminated = result
  }

  /// Copies what a C function returned.
  init(cString text: UnsafePointer<CChar>) {
    let count = unsafe strlen(text)
    self.init(
      bytes: unsafe UnsafeBufferPointer(start: text, count: count).map(UInt8.init(bitPattern:)))
  }

  package init(_ text: some StringProtocol) {
    self.init(bytes: text.utf8)
  }

  /// The bytes without a terminator.
  package var bytes: ArraySlice<UInt8> { terminated.dropLast() }

  /// For messages: bytes that are not UTF-8 are replaced.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  package var isEmpty: Bool { terminated.count == 1 }

  package var isAbsolute: Bool { terminated[0] == UInt8(ascii: "/") }

  /// The part after the last slash; empty for `/` and for the empty path.
  package var lastComponent: String {
    String(decoding: bytes[nameStart...], as: UTF8.self)
  }

  /// The path without its last component. nil for `/` and for a relative path of one component.
  package var parent: FilePath? {
    let start = nameStart
    if start == 0 || terminated.count == 2 { return nil }
    return start == 1 ? "/" : FilePath(bytes: bytes[..<(start - 1)])
  }

  private var nameStart: Int {
    bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
  }

  /// This path with `component` below it. An absolute `component` is taken as relative to this path.
  package func appending(_ component: some StringProtocol) -> FilePath {
    appending(FilePath(component))
  }

  package func appending(_ relative: FilePath) -> FilePath {
    if isEmpty { return relative }
    let rest = relative.isAbsolute ? relative.bytes.dropFirst() : relative.bytes
    if rest.isEmpty { return self }
    // Both are normalised already.
    var joined = self
    joined.terminated.reserveCapacity(terminated.count + rest.count + 1)
    joined.terminated.removeLast()
    if joined.terminated.last != UInt8(ascii: "/") { joined.terminated.append(UInt8(ascii: "/")) }
    joined.terminated += rest
    joined.terminated.append(0)
    return joined
  }

  /// `other` as seen from here: itself when absolute, else below this path.
  package func resolving(_ other: FilePath) -> FilePath {
    other.isAbsolute ? other : appending(other)
  }

  /// The path from `ancestor` to this one, or nil where this is not below it by spelling.
  package func relative(to ancestor: FilePath) -> FilePath? {
    let prefix = ancestor == "/" ? ancestor.bytes : ancestor.bytes + [UInt8(ascii: "/")]
    guard bytes.starts(with: prefix), bytes.count > prefix.count else { return nil }
    return FilePath(bytes: bytes.dropFirst(prefix.count))
  }

  /// This path, its parent, and so on up to `/`.
  package var selfAndAncestors: [FilePath] {
    Array(sequence(first: self, next: \.parent))
  }

  /// Calls `body` with the path as a C string that lives for the call.
  package func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe terminated.withUnsafeBufferPointer { buffer throws(Failure) in
      try unsafe buffer.withMemoryRebound(to: CChar.self) { characters throws(Failure) in
        guard let base = characters.baseAddress else { preconditionFailure("the NUL is there") }
        return try unsafe body(base)
      }
    }
  }
}

extension FilePath: ExpressibleByStringLiteral, CustomStringConvertible {
  package init(stringLiteral text: String) { self.init(text) }

  package var description: String { string }
}

extension FilePath: Comparable {
  package static func < (left: FilePath, right: FilePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
