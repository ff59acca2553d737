internal import Cryptography
internal import Manifests
internal import Transport
internal import Vocabulary

/// The file list of a wheel, `NAME-VERSION.dist-info/RECORD`: one line per file, with its SHA-256
/// and size (PEP 376, PEP 427).
///
/// Taking the digests from the record saves a fifth of the installation time. That is safe: the
/// digest of the wheel covers the record and all other files, and unpacking compares each member
/// with its CRC-32. However, the digests in the record are never compared with the files, so a
/// record can state wrong digests. If the wheel is still available, `verify` compares a file with
/// the wheel's member instead of the recorded digest.
struct WheelRecord: Sendable {
  /// The digest and size that the record states for a file.
  struct Line {
    let digest: SHA256Digest
    let size: Int
  }

  /// The largest record to read, in bytes. A record of 100,000 files is about 16 MB.
  static let maximumLength = 32 << 20

  /// The usable lines, by path.
  private(set) var lines: [MemberPath: Line] = [:]

  /// Returns whether `path` has the form of a record: a wheel has a single `.dist-info` folder,
  /// at its root.
  static func isRecord(_ path: MemberPath) -> Bool {
    path.text.hasSuffix(".dist-info/RECORD")
      && path.text.utf8.count { $0 == UInt8(ascii: "/") } == 1
  }

  /// Parses a record. Skips lines with a quoted name, another kind of digest, or no digest.
  ///
  /// - Parameter limit: The maximum number of lines to keep, which need not exceed the number
  ///   of files.
  init(_ text: [UInt8], limit: Int) {
    // Splitting the whole text could take gigabytes if it consists of line ends and commas only.
    var rest = text[...]
    while !rest.isEmpty, lines.count < limit {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      add(rest[..<end])
      rest = rest[min(end + 1, rest.endIndex)...]
    }
  }

  /// Adds a line of the form `PATH,sha256=DIGEST,SIZE`, and skips any other.
  private mutating func add(_ line: ArraySlice<UInt8>) {
    let comma = UInt8(ascii: ",")
    guard let first = line.firstIndex(of: comma), let last = line.lastIndex(of: comma), first < last
    else { return }
    let digest = line[(first + 1)..<last]
    var size = line[(last + 1)...]
    if size.last == UInt8(ascii: "\r") { size.removeLast() }
    // `sha256=` has 7 bytes, and a digest without padding has 43. A size of 20 or more digits does
    // not fit in `Int`.
    guard digest.count == 50, digest.starts(with: "sha256=".utf8),
      let bytes = Base64.urlSafe.decode(digest.dropFirst(7)),
      let digest = SHA256Digest(bytes: bytes),
      size.count < 20,
      let size = Int(String(decoding: size, as: UTF8.self)),
      let path = try? MemberPath(bytes: line[..<first])
    else { return }
    lines[path] = Line(digest: digest, size: size)
  }

  /// Returns the digest of a file, or `nil` if the record does not list the file, or lists it with
  /// a different size.
  func digest(of entry: ZipEntry) -> SHA256Digest? {
    guard let line = lines[entry.path], line.size == entry.size else { return nil }
    return line.digest
  }
}
