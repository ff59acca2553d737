internal import Manifests

/// What a wheel says of its own files: `NAME-VERSION.dist-info/RECORD`, a line each with the SHA-256 and the size (PEP 376, PEP 427).
///
/// The digest of the wheel vouches for it as for all that is in the wheel, and the checksum of each member for what is unpacked, so
/// these digests need not be computed again: that would be a fifth of the time of an installation. Nobody has held them to the files,
/// and a wheel may be wrong about itself: where the wheel is kept, it has the last word on what a file must be.
struct WheelRecord: Sendable {
  struct Line {
    let digest: SHA256Digest
    let size: Int
  }

  /// A longer one is not read: 100,000 files need some 16 MB.
  static let longest = 32 << 20

  private(set) var lines: [MemberPath: Line] = [:]

  /// A wheel has one folder of that name, at its root.
  static func isRecord(_ path: MemberPath) -> Bool {
    path.text.hasSuffix(".dist-info/RECORD")
      && path.text.utf8.count { $0 == UInt8(ascii: "/") } == 1
  }

  /// Lines of another form are passed over: a name in quotes, another digest, none.
  ///
  /// - Parameter limit: how many lines count, which need not be more than there are files.
  init(_ text: [UInt8], limit: Int) {
    // Line by line: of text that is made of line ends and commas alone, an array of its parts would take gigabytes.
    var rest = text[...]
    while !rest.isEmpty, lines.count < limit {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      add(rest[..<end])
      rest = rest[min(end + 1, rest.endIndex)...]
    }
  }

  private mutating func add(_ line: ArraySlice<UInt8>) {
    let comma = UInt8(ascii: ",")
    guard let first = line.firstIndex(of: comma), let last = line.lastIndex(of: comma), first < last
    else { return }
    let digest = line[(first + 1)..<last]
    var size = line[(last + 1)...]
    if size.last == UInt8(ascii: "\r") { size.removeLast() }
    guard digest.starts(with: "sha256=".utf8),
      let digest = SHA256Digest(base64URL: digest.dropFirst(7)), size.count < 20,
      let size = Int(String(decoding: size, as: UTF8.self)),
      let path = try? MemberPath(bytes: line[..<first])
    else { return }
    lines[path] = Line(digest: digest, size: size)
  }

  /// The digest of a file. nil where the wheel says nothing of it, or not of one with its size.
  func digest(of entry: ZipEntry) -> SHA256Digest? {
    guard let line = lines[entry.path], line.size == entry.size else { return nil }
    return line.digest
  }
}

extension SHA256Digest {
  /// From base64 in its form for addresses, without padding (RFC 4648, 5). nil unless these are exactly 256 bits.
  fileprivate init?(base64URL text: ArraySlice<UInt8>) {
    guard text.count == 43 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    var (bits, count): (UInt32, Int) = (0, 0)
    for character in text {
      guard let value = Self.base64URLValue(character) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    // The last character has two bits too many.
    guard bits & 3 == 0 else { return nil }
    self.init(bytes: bytes)
  }

  private static func base64URLValue(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
