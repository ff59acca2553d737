internal import Manifests

/// What a wheel says of its own files: `NAME-VERSION.dist-info/RECORD`, a line each with the SHA-256 and the size (PEP 376, PEP 427).
///
/// The digest of the wheel vouches for it as for all that is in the wheel, and the checksum of each member for what is unpacked, so
/// these digests need not be computed again: that would be a fifth of the time of an installation. Whoever finds later that a file has
/// another digest must know that a wheel may be wrong about itself.
struct WheelRecord: Sendable {
  private struct Line {
    let digest: SHA256Digest
    let size: Int
  }

  /// A longer one is not read.
  static let longest = 64 << 20

  private var lines: [MemberPath: Line] = [:]

  /// A wheel has one folder of that name, at its root.
  static func isRecord(_ path: MemberPath) -> Bool {
    path.text.hasSuffix(".dist-info/RECORD")
      && path.text.utf8.count { $0 == UInt8(ascii: "/") } == 1
  }

  /// Lines of another form are passed over: a name in quotes, another digest, none.
  init(_ text: [UInt8]) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      let end = fields.last?.last == UInt8(ascii: "\r") ? fields.last?.dropLast() : fields.last
      guard fields.count == 3, let path = try? MemberPath(bytes: fields[0]),
        fields[1].starts(with: "sha256=".utf8),
        let digest = SHA256Digest(base64URL: fields[1].dropFirst(7)),
        let size = end.flatMap({ Int(String(decoding: $0, as: UTF8.self)) })
      else { continue }
      lines[path] = Line(digest: digest, size: size)
    }
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
