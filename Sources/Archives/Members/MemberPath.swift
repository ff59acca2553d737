package import Diagnostics
internal import LibC

/// The path of a member, which cannot lead out of the folder that it is unpacked into: relative,
/// separated by `/`, and without `.`, `..`, backslashes, control characters, or drive letters.
package struct MemberPath: Sendable {
  package let text: String

  /// A reason a path is rejected.
  package typealias Failure = MemberPathFailure

  /// The maximum length of a component, in bytes.
  package static let maximumComponentLength = 255
  /// The maximum length of a path, in bytes.
  package static let maximumLength = 4096
  /// The maximum number of directories that contain one another.
  package static let maximumDepth = 64

  /// Creates a path from text.
  ///
  /// - Throws: ``MemberPathFailure`` if the text is not a safe path.
  package init(_ text: String) throws(Failure) {
    try Self.check(text.utf8)
    self.text = text
  }

  /// Parses the bytes of a name, which must be UTF-8. Drops the components `.`, which tar(1)
  /// writes, and the slash at the end of a directory's name.
  ///
  /// - Throws: ``MemberPathFailure`` if the bytes are not a safe path.
  init(bytes: ArraySlice<UInt8>, isDirectory: Bool = false) throws(Failure) {
    let slash = UInt8(ascii: "/")
    var bytes = isDirectory && bytes.last == slash ? bytes.dropLast() : bytes
    if Self.containsDot(bytes) {
      let components = bytes.split(separator: slash, omittingEmptySubsequences: false)
      bytes = Array(components.filter { $0 != [0x2E] }.joined(separator: [slash]))[...]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    try Self.check(bytes, isDirectory: isDirectory)
    self.text = text
  }

  /// Returns whether a component is `.`. Nearly no name has one, so this must be fast.
  private static func containsDot(_ bytes: ArraySlice<UInt8>) -> Bool {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    var (previous, beforeDot) = (slash, UInt8(0))
    for byte in bytes {
      if byte == slash, previous == dot, beforeDot == slash { return true }
      (previous, beforeDot) = (byte, previous)
    }
    return previous == dot && beforeDot == slash
  }

  /// Checks the path without creating a string per component, because an archive may have ten
  /// thousand names.
  private static func check(
    _ bytes: some Collection<UInt8>, isDirectory: Bool = false
  ) throws(Failure) {
    let slash = UInt8(ascii: "/")
    if bytes.isEmpty { throw .empty }
    if bytes.count > maximumLength { throw .tooLong(limit: maximumLength) }
    if bytes.first == slash { throw .absolute }
    var depth = isDirectory ? 1 : 0
    for byte in bytes {
      if byte == UInt8(ascii: "\\") { throw .backslash }
      if byte == 0 { throw .nul }
      if byte < 0x20 || byte == 0x7f { throw .control }
      if byte == slash { depth += 1 }
    }
    if depth > maximumDepth { throw .tooDeep(limit: maximumDepth) }
    var length = 0
    var dots = 0
    for byte in bytes {
      if byte == slash {
        try checkComponent(length, dots)
        (length, dots) = (0, 0)
      } else {
        length += 1
        if byte == UInt8(ascii: ".") { dots += 1 }
      }
    }
    try checkComponent(length, dots)
    let beginning = bytes.prefix(3)
    if beginning.dropFirst().first == UInt8(ascii: ":"),
      beginning.count == 2 || beginning.dropFirst(2).first == slash
    {
      throw .drive
    }
  }

  /// Checks a component of `length` bytes, of which `dots` are dots.
  private static func checkComponent(_ length: Int, _ dots: Int) throws(Failure) {
    if length == 0 { throw .emptyComponent }
    if length > maximumComponentLength { throw .longComponent(limit: maximumComponentLength) }
    if length == dots, length <= 2 { throw .dots }
  }

  /// The components, outermost first.
  package var components: [Substring] {
    text.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
  }

  /// Returns whether both paths have the same parent.
  func isBeside(_ other: MemberPath) -> Bool {
    let length = text.utf8.distance(from: text.startIndex, to: nameStart)
    guard length == other.text.utf8.distance(from: other.text.startIndex, to: other.nameStart)
    else { return false }
    return unsafe withBytes { bytes in
      unsafe other.withBytes { others in
        unsafe bytes[..<length].elementsEqual(others[..<length])
      }
    }
  }

  package var lastComponent: Substring { text[nameStart...] }

  /// The path of the parent folder, or `nil` at the top level.
  package var parent: MemberPath? {
    let start = nameStart
    return start == text.startIndex
      ? nil : MemberPath(part: text[..<text.utf8.index(before: start)])
  }

  /// Creates a path from a part of a checked path.
  private init(part: Substring) { text = String(part) }

  /// The start of the last component.
  private var nameStart: String.Index {
    text.utf8.lastIndex(of: UInt8(ascii: "/")).map { text.utf8.index(after: $0) } ?? text.startIndex
  }
}

// Paths compare by bytes, like names in file systems that do not normalize. `String` considers
// `é` equal to `e` with a combining accent.
extension MemberPath: Hashable, Comparable {
  /// Returns whether both paths consist of the same bytes.
  package static func == (left: MemberPath, right: MemberPath) -> Bool {
    left.order(to: right) == 0
  }

  /// Returns whether `left` sorts before `right`, byte by byte.
  package static func < (left: MemberPath, right: MemberPath) -> Bool {
    left.order(to: right) < 0
  }

  /// Hashes the bytes of the path.
  package func hash(into hasher: inout Hasher) {
    unsafe withBytes { unsafe hasher.combine(bytes: $0) }
  }

  /// Returns a negative number if this path sorts first, 0 if both are equal, and a positive
  /// number otherwise.
  private func order(to other: MemberPath) -> Int {
    unsafe withBytes { left in
      unsafe other.withBytes { right in
        guard let first = left.baseAddress, let second = right.baseAddress else {
          return left.count - right.count
        }
        let order = unsafe memcmp(first, second, min(left.count, right.count))
        return order == 0 ? left.count - right.count : Int(order)
      }
    }
  }

  /// Calls `body` with the bytes in place and returns its result. An installation compares and
  /// hashes tens of thousands of names, and iterating over `utf8` byte by byte is slow.
  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var text = text
    return text.withUTF8 { unsafe body(UnsafeRawBufferPointer($0)) }
  }
}

extension MemberPath: CustomStringConvertible {
  package var description: String { text }
}
