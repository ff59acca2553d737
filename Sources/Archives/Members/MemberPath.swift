package import Diagnostics
internal import LibC

/// A path of a member in an archive that cannot lead out of a directory: relative, components without tricks, joined by `/`.
package struct MemberPath: Sendable {
  package let text: String

  package typealias Failure = MemberPathFailure

  package static let longestComponent = 255
  package static let longest = 4096
  package static let deepest = 64

  package init(_ text: String) throws(Failure) {
    try Self.check(text.utf8)
    self.text = text
  }

  /// Reads the bytes of a name; names are UTF-8 here, as the file systems of both platforms have them.
  init(bytes: ArraySlice<UInt8>) throws(Failure) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    try Self.check(bytes)
    self.text = text
  }

  /// Without a string for each component: an archive has ten thousand names.
  private static func check(_ bytes: some Collection<UInt8>) throws(Failure) {
    let slash = UInt8(ascii: "/")
    if bytes.count > longest { throw .tooLong }
    if bytes.first == slash { throw .absolute }
    var depth = 1
    for byte in bytes {
      if byte == UInt8(ascii: "\\") { throw .backslash }
      if byte < 0x20 || byte == 0x7f { throw .control }
      if byte == slash { depth += 1 }
    }
    if depth > deepest { throw .tooLong }
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

  private static func checkComponent(_ length: Int, _ dots: Int) throws(Failure) {
    if length == 0 { throw .emptyComponent }
    if length > longestComponent { throw .tooLong }
    if length == dots, length <= 2 { throw .dots }
  }

  package var components: [Substring] {
    text.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
  }

  /// Whether both are in one directory.
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

  /// The path of the directory that this member stands in. nil at the top.
  package var parent: MemberPath? {
    let start = nameStart
    return start == text.startIndex
      ? nil : MemberPath(part: text[..<text.utf8.index(before: start)])
  }

  /// Takes a part of a path that was checked already.
  private init(part: Substring) { text = String(part) }

  private var nameStart: String.Index {
    text.utf8.lastIndex(of: UInt8(ascii: "/")).map { text.utf8.index(after: $0) } ?? text.startIndex
  }
}

// By bytes, as file systems that tell names apart do it: for strings, `é` and `e` with an accent are equal.
extension MemberPath: Hashable, Comparable {
  package static func == (left: MemberPath, right: MemberPath) -> Bool {
    left.order(to: right) == 0
  }

  package static func < (left: MemberPath, right: MemberPath) -> Bool {
    left.order(to: right) < 0
  }

  package func hash(into hasher: inout Hasher) {
    unsafe withBytes { unsafe hasher.combine(bytes: $0) }
  }

  /// Negative where this comes first, 0 where both are the same.
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

  /// The bytes where they are: an installation compares and hashes names by the ten thousand, and one byte at a time is slow.
  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var text = text
    return text.withUTF8 { unsafe body(UnsafeRawBufferPointer($0)) }
  }
}

extension MemberPath: CustomStringConvertible {
  package var description: String { text }
}
