internal import Cryptography
internal import JSONText
internal import Vocabulary

/// The contents of a file with SHA-256 or SHA-512 digests of other files.
///
/// The text may be in UTF-8 or, with a byte order mark, in UTF-16, as PowerShell writes it. Reads
/// the lines of `sha256sum` (`digest  name` and `digest *name`), of BSD tools
/// (`SHA256 (name) = digest`), of tools that write the name first, digests without a name, tables
/// with addresses and digests, and JSON in which a digest is beside a name. Skips everything else,
/// such as digests of other algorithms.
struct ChecksumText: Sendable {
  /// The maximum size of a file in bytes.
  static let maximumSize = 4 << 20

  /// The digests of each name. An empty name stands for a digest without a name.
  private var digests: [String: [StatedDigest]] = [:]

  /// Reads the contents of a file. Returns `nil` if it is larger than ``maximumSize``.
  init?(_ bytes: [UInt8]) {
    if bytes.count > Self.maximumSize { return nil }
    let bytes = Self.utf8(bytes)
    if let first = bytes.first(where: { $0 > 0x20 }), "{[".utf8.contains(first) {
      readJSON(bytes)
    } else {
      for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) { read(line) }
    }
  }

  /// The answer for one file.
  enum Answer: Hashable, Sendable {
    /// The SHA-256 digest, or the SHA-512 digest if the text has no other.
    case digest(StatedDigest)
    /// The text has no digest of the file.
    case missing
    /// The text has several digests of the file by one algorithm.
    case contradictory
  }

  /// Returns the digest of a file. If `isForOneFile` is true, a digest without a name belongs to
  /// the file.
  func digest(of name: String, isForOneFile: Bool = false) -> Answer {
    let found = digests[name] ?? (isForOneFile ? digests[""] : nil) ?? []
    let short = Set(found.filter { $0.sha256 != nil })
    let long = Set(found.filter { $0.sha512 != nil })
    if short.count > 1 || long.count > 1 { return .contradictory }
    return (short.first ?? long.first).map { .digest($0) } ?? .missing
  }

  /// Returns the text in UTF-8, without a byte order mark.
  private static func utf8(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return bytes[3...] }
    let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
    guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else { return bytes[...] }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)[...]
  }

  /// Records a digest. Only the last component of a path counts.
  private mutating func note(_ digest: StatedDigest, of name: ArraySlice<UInt8>) {
    let separators: [UInt8] = [UInt8(ascii: "/"), UInt8(ascii: "\\")]
    let start = name.lastIndex(where: separators.contains).map { $0 + 1 } ?? name.startIndex
    let text = String(decoding: name[start...], as: UTF8.self)
    digests[text == "-" ? "" : text, default: []].append(digest)
  }

  /// Reads a line.
  private mutating func read(_ line: ArraySlice<UInt8>) {
    var line = Self.trimmed(line)
    // `sha256sum` begins a line with a backslash if it escapes characters of the name.
    if line.first == UInt8(ascii: "\\") { line = line.dropFirst() }
    if readTagged(line) || readRow(line) { return }
    let fields = line.split(maxSplits: 1, whereSeparator: Self.isSpace)
    guard let first = fields.first else { return }
    if let digest = Self.digest(first) {
      var name = Self.trimmed(fields.dropFirst().first ?? [])
      if name.first == UInt8(ascii: "*") { name = name.dropFirst() }
      note(digest, of: name)
    } else if let last = line.split(whereSeparator: Self.isSpace).last,
      let digest = Self.digest(last)
    {
      var name = Self.trimmed(line[..<last.startIndex])
      if name.last == UInt8(ascii: ":") || name.last == UInt8(ascii: "=") {
        name = Self.trimmed(name.dropLast())
      }
      note(digest, of: name)
    }
  }

  /// Reads a line of a BSD tool. Returns `false` if the line has another form.
  private mutating func readTagged(_ line: ArraySlice<UInt8>) -> Bool {
    guard let open = line.firstIndex(of: UInt8(ascii: "(")),
      let close = line.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return false }
    let tag = String(decoding: Self.trimmed(line[..<open]), as: UTF8.self)
    let rest = Self.trimmed(line[(close + 1)...])
    guard rest.first == UInt8(ascii: "=") else { return false }
    guard let digest = Self.digest(Self.trimmed(rest.dropFirst())) else { return true }
    let tags: Set<String> =
      digest.sha256 != nil ? ["SHA256", "SHA2-256", "sha256"] : ["SHA512", "SHA2-512", "sha512"]
    if tags.contains(tag) { note(digest, of: line[(open + 1)..<close]) }
    return true
  }

  /// Reads a line of a table with tabs, in which one column is an address, and one is a digest for
  /// each algorithm. Returns `false` if the line has another form.
  private mutating func readRow(_ line: ArraySlice<UInt8>) -> Bool {
    let cells = line.split(separator: 0x09)
    let addresses = cells.filter { $0.contains(UInt8(ascii: "/")) }
    let digests = cells.compactMap(Self.digest)
    guard cells.count > 2, addresses.count == 1, (1...2).contains(digests.count),
      digests.count(where: { $0.sha256 != nil }) < 2, digests.count(where: { $0.sha512 != nil }) < 2
    else { return false }
    for digest in digests { note(digest, of: addresses[0]) }
    return true
  }

  /// Returns the digest that a field spells, or `nil`.
  private static func digest(_ field: ArraySlice<UInt8>) -> StatedDigest? {
    let short = field.starts(with: "sha256:".utf8) ? field.dropFirst("sha256:".utf8.count) : field
    if let digest = SHA256Digest(hexadecimal: short) { return .sha256(digest) }
    let long = field.starts(with: "sha512:".utf8) ? field.dropFirst("sha512:".utf8.count) : field
    return SHA512Digest(hexadecimal: long).map { .sha512($0) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let start = text.firstIndex(where: { !isSpace($0) }),
      let end = text.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return text[start...end]
  }
}

extension ChecksumText {
  /// The maximum nesting depth of JSON that is read.
  private static let maximumDepth = 8

  /// Reads JSON until its end or the first fault.
  private mutating func readJSON(_ bytes: ArraySlice<UInt8>) {
    var reader = JSONReader(Array(bytes))
    _ = try? read(&reader, key: "", depth: 0)
  }

  /// Reads a value. Returns the digest that it is or contains, if it names no file itself.
  private mutating func read(
    _ reader: inout JSONReader, key: String, depth: Int
  ) throws(JSONReader.Failure) -> StatedDigest? {
    switch try reader.peek() {
    case UInt8(ascii: "\"") where !Self.isOtherAlgorithm(key):
      return Self.digest(Array(try reader.string().utf8)[...])
    case UInt8(ascii: "{") where depth < Self.maximumDepth:
      return try readObject(&reader, depth: depth)
    case UInt8(ascii: "[") where depth < Self.maximumDepth:
      var elements = self
      try reader.array { (reader) throws(JSONReader.Failure) in
        _ = try elements.read(&reader, key: key, depth: depth + 1)
      }
      self = elements
      return nil
    default:
      try reader.skipValue()
      return nil
    }
  }

  /// Reads an object such as `{"name": …, "sha256": …}` or `{"tool.zip": …}`.
  private mutating func readObject(
    _ reader: inout JSONReader, depth: Int
  ) throws(JSONReader.Failure) -> StatedDigest? {
    var members = self
    var name: String?
    var found: StatedDigest?
    try reader.object { (reader, key) throws(JSONReader.Failure) in
      if Self.nameKeys.contains(key), try reader.peek() == UInt8(ascii: "\"") {
        name = try reader.string()
      } else if let digest = try members.read(&reader, key: key, depth: depth + 1) {
        if Self.digestKeys.contains(key) {
          if found?.sha256 == nil { found = digest }
        } else {
          members.note(digest, of: Array(key.utf8)[...])
        }
      }
    }
    self = members
    guard let name, let digest = found else { return found }
    note(digest, of: Array(name.utf8)[...])
    return nil
  }

  private static let nameKeys: Set<String> = [
    "name", "file", "filename", "fileName", "path", "url", "tarball",
  ]
  private static let digestKeys: Set<String> = [
    "sha256", "SHA256", "sha-256", "sha256sum", "digest", "digests", "checksum", "checksums",
    "hash", "hashes", "shasum", "sha512", "SHA512", "sha-512", "sha512sum",
  ]

  /// Returns whether a key states an algorithm whose digests may look like those of SHA-256.
  private static func isOtherAlgorithm(_ key: String) -> Bool {
    ["blake", "b2", "b3", "sha3"].contains(where: key.lowercased().hasPrefix)
  }
}
