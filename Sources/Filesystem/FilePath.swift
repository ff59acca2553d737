internal import LibC

/// A path as the system sees it: bytes, not text.
///
/// A path is normalized lexically, without access to the file system. Repeated and trailing slashes
/// are dropped; `.`, `..`, and symbolic links stay. Equal paths have equal bytes. Different paths
/// may still refer to the same file.
package struct FilePath: Hashable, Sendable {
  /// The bytes, followed by the NUL that C functions require.
  private var terminated: [UInt8]

  /// Creates a path from the bytes before the first NUL.
  package init(bytes: ArraySlice<UInt8>) {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 1)
    if Self.isPlain(bytes) {
      result += bytes
    } else {
      for byte in bytes {
        if byte == 0 { break }
        if byte == UInt8(ascii: "/"), result.last == byte { continue }
        result.append(byte)
      }
    }
    if result.count > 1, result.last == UInt8(ascii: "/") { result.removeLast() }
    result.append(0)
    terminated = result
  }

  /// Returns whether bytes contain neither a NUL nor repeated slashes, as those of most paths.
  private static func isPlain(_ bytes: ArraySlice<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == 0 || byte == UInt8(ascii: "/") && byte == previous { return false }
      previous = byte
    }
    return true
  }

  /// Creates a path from the bytes before the first NUL.
  package init(bytes: [UInt8]) { self.init(bytes: bytes[...]) }

  /// Copies a string that a C function returned.
  init(cString text: UnsafePointer<CChar>) {
    let count = unsafe strlen(text)
    self.init(bytes: unsafe [UInt8](UnsafeRawBufferPointer(start: text, count: count)))
  }

  // Every command creates paths, so these take `String` and `Substring`. The first call of a
  // generic initializer would look up the conformances of its argument in the whole program.

  /// Creates a path from text in UTF-8.
  package init(_ text: String) { self.init(bytes: Array(text.utf8)[...]) }

  /// Creates a path from text in UTF-8.
  package init(_ text: Substring) { self.init(String(text)) }

  /// The bytes without a terminator.
  package var bytes: ArraySlice<UInt8> { terminated.dropLast() }

  /// The path for messages, with bytes that are not UTF-8 replaced.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  package var isEmpty: Bool { terminated.count == 1 }

  package var isAbsolute: Bool { terminated[0] == UInt8(ascii: "/") }

  /// The part after the last slash. Empty for `/` and for the empty path.
  package var lastComponent: String {
    String(decoding: bytes[nameStart...], as: UTF8.self)
  }

  /// The path without its last component, or `nil` for `/` and for a relative path of
  /// one component.
  package var parent: FilePath? {
    let start = nameStart
    if start == 0 || terminated.count == 2 { return nil }
    return start == 1 ? "/" : FilePath(bytes: bytes[..<(start - 1)])
  }

  /// The index of the last component in ``bytes``.
  private var nameStart: Int {
    bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
  }

  /// Returns the path of `component` below this one. A slash at its start is ignored.
  package func appending(_ component: String) -> FilePath { appending(FilePath(component)) }

  /// Returns the path of `component` below this one. A slash at its start is ignored.
  package func appending(_ component: Substring) -> FilePath { appending(FilePath(component)) }

  /// Returns the path of `relative` below this one, or `relative` itself if this path is empty.
  package func appending(_ relative: FilePath) -> FilePath {
    if isEmpty { return relative }
    let rest = relative.isAbsolute ? relative.bytes.dropFirst() : relative.bytes
    if rest.isEmpty { return self }
    // Both paths are already normalized, so joining their bytes is enough.
    var joined = self
    joined.terminated.reserveCapacity(terminated.count + rest.count + 1)
    joined.terminated.removeLast()
    if joined.terminated.last != UInt8(ascii: "/") { joined.terminated.append(UInt8(ascii: "/")) }
    joined.terminated += rest
    joined.terminated.append(0)
    return joined
  }

  /// Returns `other` if it is absolute, else the path of `other` below this one.
  package func resolving(_ other: FilePath) -> FilePath {
    other.isAbsolute ? other : appending(other)
  }

  /// Returns the path from `ancestor` to this one, or `nil` if this path is not lexically below
  /// `ancestor`.
  package func relative(to ancestor: FilePath) -> FilePath? {
    let prefix = ancestor == "/" ? ancestor.bytes : ancestor.bytes + [UInt8(ascii: "/")]
    guard bytes.starts(with: prefix), bytes.count > prefix.count else { return nil }
    return FilePath(bytes: bytes.dropFirst(prefix.count))
  }

  /// Returns whether this path is `folder` or lexically below it.
  package func isPart(of folder: FilePath) -> Bool {
    self == folder || relative(to: folder) != nil
  }

  /// This path, its parent, and so on, up to `/` or the first component of a relative path.
  package var selfAndAncestors: [FilePath] {
    Array(sequence(first: self, next: \.parent))
  }

  /// Calls `body` with the path as a C string, which is valid during the call.
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
  /// Compares the bytes of the paths, without regard to their components.
  package static func < (left: FilePath, right: FilePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
