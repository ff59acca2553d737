internal import Diagnostics
internal import Versions

/// Why a line of a lock is wrong, and the offset of the byte where.
struct LockLineError: Error {
  let fault: LockLineFault
  let offset: Int
}

/// The fields of one line of a lock after its first word, each with one space before it.
struct LockLineReader {
  /// What field ranges index: the lock, or the content of a quoted field that has escapes.
  private(set) var source: [UInt8]
  private var isUnescaped = false
  private let bytes: [UInt8]
  private var position: Int
  private let end: Int
  /// Where the field that was read last begins.
  private var fieldStart: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    source = bytes
    position = range.lowerBound
    end = range.upperBound
    fieldStart = position
  }

  var isAtEnd: Bool { position == end }

  /// The range in `source` of the next field, quotes and escapes resolved. nil at the line's end.
  mutating func next() throws(LockLineError) -> Range<Int>? {
    if position == end { return nil }
    // The position is always at the space before a field.
    position += 1
    fieldStart = position
    if isUnescaped { (source, isUnescaped) = (bytes, false) }
    guard position < end, bytes[position] != UInt8(ascii: " ") else { throw error(.emptyField) }
    if bytes[position] == UInt8(ascii: "\"") { return try quoted() }
    // A local variable stays in a register; this loop sees every byte of a lock.
    var index = position
    while index < end, bytes[index] != UInt8(ascii: " ") { index += 1 }
    position = index
    return fieldStart..<index
  }

  private mutating func quoted() throws(LockLineError) -> Range<Int> {
    position += 1
    let start = position
    while position < end, bytes[position] != UInt8(ascii: "\""),
      bytes[position] != UInt8(ascii: "\\")
    {
      position += 1
    }
    var range = start..<position
    if position < end, bytes[position] == UInt8(ascii: "\\") {
      source = try unescapedContent(from: start)
      isUnescaped = true
      range = source.indices
    }
    guard position < end else { throw error(.unterminatedQuote) }
    position += 1
    if position < end, bytes[position] != UInt8(ascii: " ") {
      fieldStart = position
      throw error(.extraField(String(decoding: bytes[position..<end], as: UTF8.self)))
    }
    return range
  }

  /// What stands from `start` to the closing quote, where `position` is left.
  private mutating func unescapedContent(from start: Int) throws(LockLineError) -> [UInt8] {
    var content = Array(bytes[start..<position])
    while position < end, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\"), position + 1 < end {
        guard let character = unescaped(bytes[position + 1]) else {
          fieldStart = position
          throw error(.unknownEscape("\\\(scalar(in: bytes, at: position + 1))"))
        }
        content.append(character)
        position += 2
      } else {
        content.append(bytes[position])
        position += 1
      }
    }
    return content
  }

  /// Returns the next field; `kind` names what it holds: `platform`.
  mutating func required(_ kind: String) throws(LockLineError) -> Range<Int> {
    if let range = try next() { return range }
    fieldStart = end
    throw error(.missingField(kind))
  }

  /// The next field as a value. Throws where there is none, and where `make` gives nil.
  mutating func required<Value>(
    _ kind: String, _ make: ([UInt8], Range<Int>) -> Value?
  ) throws(LockLineError) -> Value {
    let range = try required(kind)
    guard let value = make(source, range) else { throw wrong(kind, range) }
    return value
  }

  mutating func finish() throws(LockLineError) {
    if let extra = try next() { throw error(.extraField(text(extra))) }
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: source[range], as: UTF8.self)
  }

  func wrong(_ kind: String, _ range: Range<Int>) -> LockLineError {
    error(.wrongField(kind, found: text(range)))
  }

  func error(_ fault: LockLineFault) -> LockLineError {
    LockLineError(fault: fault, offset: fieldStart)
  }
}

/// What `byte` after a backslash denotes, in Toolfiles and locks. nil if it is no escape.
func unescaped(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): byte
  case UInt8(ascii: "n"): UInt8(ascii: "\n")
  case UInt8(ascii: "t"): UInt8(ascii: "\t")
  default: nil
  }
}

// The fields that occur on several kinds of lines.
extension LockLineReader {
  mutating func platform() throws(LockLineError) -> Platform {
    try required("platform", Platform.init(_:_:))
  }

  mutating func toolName() throws(LockLineError) -> ToolName {
    try required("tool", ToolName.init(_:_:))
  }

  mutating func version() throws(LockLineError) -> VersionText {
    try required("version", VersionText.init(_:_:))
  }

  mutating func requirement() throws(LockLineError) -> Requirement {
    let kind = "requirement"
    let range = try required(kind)
    if range.isEmpty { return .any }
    if range.count > ToolfileLexer.maximumStringByteCount { throw wrong(kind, range) }
    do throws(RequirementError) {
      return try Requirement(parsing: [text(range)])
    } catch {
      throw wrong(kind, range)
    }
  }

  mutating func digest() throws(LockLineError) -> SHA256Digest {
    let kind = "digest"
    let range = try required(kind)
    guard let colon = source[range].firstIndex(of: UInt8(ascii: ":")) else {
      throw wrong(kind, range)
    }
    // `sha256`
    guard packed(source, range.lowerBound..<colon) == 0x7368_6132_3536 else {
      throw error(.weakDigest(algorithm: text(range.lowerBound..<colon)))
    }
    guard let digest = SHA256Digest(hexadecimal: source, colon + 1..<range.upperBound) else {
      throw wrong(kind, range)
    }
    return digest
  }

  mutating func size() throws(LockLineError) -> Int {
    try required("size", decimalNumber)
  }

  private static let urlKind = "url"

  mutating func url() throws(LockLineError) -> ArtifactURL {
    try url(required(Self.urlKind))
  }

  func url(_ range: Range<Int>) throws(LockLineError) -> ArtifactURL {
    switch ArtifactURL.fault(in: source, range) {
    case nil: return ArtifactURL(checked: source, range)
    case .credentials: throw error(.credentials)
    case .empty, .tooLong, .character: throw wrong(Self.urlKind, range)
    }
  }
}

extension Platform {
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    let spelling = Spelling(bytes, range)
    guard let index = platformSpellings.firstIndex(of: spelling) else { return nil }
    self = Self.allCases[index]
  }
}

/// Up to 16 bytes as two numbers, since most lock lines name a platform. Longer words are equal.
private struct Spelling: Equatable {
  private let start: UInt64
  private let end: UInt64

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    let middle = min(range.lowerBound + 8, range.upperBound)
    let isLong = range.count > 16
    start = isLong ? 0 : packed(bytes, range.lowerBound..<middle)
    end = isLong ? 0 : packed(bytes, middle..<range.upperBound)
  }
}

private let platformSpellings = Platform.allCases.map { platform in
  let bytes = Array(platform.rawValue.utf8)
  return Spelling(bytes, bytes.indices)
}
