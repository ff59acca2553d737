internal import Diagnostics
internal import Versions
internal import Vocabulary

/// A fault in a line of a lock.
struct LockLineError: Error {
  let fault: LockLineFault
  /// The offset in the lock of the byte where the fault occurs.
  let offset: Int
}

/// A reader of the fields that follow the first word of a line in a lock.
///
/// Each field is preceded by exactly one space. A field in quotes may contain spaces and escapes.
struct LockLineReader {
  /// The bytes that field ranges refer to: the lock, or the unescaped content of a quoted field.
  private(set) var source: [UInt8]
  /// Whether ``source`` is the content of a quoted field.
  private var isUnescaped = false
  /// The bytes of the lock.
  private let bytes: [UInt8]
  /// The offset of the next byte to read.
  private var position: Int
  /// The offset of the end of the line.
  private let end: Int
  /// The offset at which errors are reported: normally the start of the field most recently read.
  private(set) var errorOffset: Int

  /// Creates a reader of the fields in `range`, which starts at the space after the first word.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    source = bytes
    position = range.lowerBound
    end = range.upperBound
    errorOffset = position
  }

  var isAtEnd: Bool { position == end }

  /// Returns the next field, or `nil` at the end of the line.
  ///
  /// - Returns: The range of the field in ``source``, without quotes and with escapes resolved. The
  ///   range is valid until the next call.
  mutating func next() throws(LockLineError) -> Range<Int>? {
    if position == end { return nil }
    // The position is at the space before the field.
    position += 1
    errorOffset = position
    if isUnescaped { (source, isUnescaped) = (bytes, false) }
    guard position < end, bytes[position] != UInt8(ascii: " ") else { throw error(.emptyField) }
    if bytes[position] == UInt8(ascii: "\"") { return try quoted() }
    // This loop visits nearly every byte of a lock. Unlike the property, a local variable stays in
    // a register.
    var index = position
    while index < end, bytes[index] != UInt8(ascii: " ") { index += 1 }
    position = index
    return errorOffset..<index
  }

  /// Reads a quoted field, from the opening quote to the space or line end after the closing quote.
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
      errorOffset = position
      throw error(.extraField(String(decoding: bytes[position..<end], as: UTF8.self)))
    }
    return range
  }

  /// Returns the content of a quoted field with escapes resolved, and moves to the closing quote.
  ///
  /// - Parameter start: The offset after the opening quote.
  private mutating func unescapedContent(from start: Int) throws(LockLineError) -> [UInt8] {
    var content = Array(bytes[start..<position])
    while position < end, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\"), position + 1 < end {
        guard let character = unescaped(bytes[position + 1]) else {
          errorOffset = position
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

  /// Returns the range in ``source`` of the next field.
  ///
  /// - Parameter kind: What error messages call the field, such as `platform`.
  /// - Throws: ``LockLineFault/missingField(_:)`` at the end of the line.
  mutating func required(_ kind: String) throws(LockLineError) -> Range<Int> {
    if let range = try next() { return range }
    errorOffset = end
    throw error(.missingField(kind))
  }

  /// Returns the value of the next field.
  ///
  /// - Parameters:
  ///   - kind: What error messages call the field, such as `platform`.
  ///   - make: Creates the value from a range of bytes, or returns `nil` if they are invalid.
  /// - Throws: ``LockLineFault/missingField(_:)`` at the end of the line, or
  ///   ``LockLineFault/wrongField(_:found:)`` if the field is invalid.
  mutating func required<Value>(
    _ kind: String, _ make: ([UInt8], Range<Int>) -> Value?
  ) throws(LockLineError) -> Value {
    let range = try required(kind)
    guard let value = make(source, range) else { throw wrong(kind, range) }
    return value
  }

  /// Throws ``LockLineFault/extraField(_:)`` unless the line ends here.
  mutating func finish() throws(LockLineError) {
    if let extra = try next() { throw error(.extraField(text(extra))) }
  }

  /// Returns a field as a string.
  func text(_ range: Range<Int>) -> String {
    String(decoding: source[range], as: UTF8.self)
  }

  /// Returns the error for a field that is not of the expected kind.
  func wrong(_ kind: String, _ range: Range<Int>) -> LockLineError {
    error(.wrongField(kind, found: text(range)))
  }

  /// Returns an error at the current error offset.
  func error(_ fault: LockLineFault) -> LockLineError {
    LockLineError(fault: fault, offset: errorOffset)
  }
}

/// Returns the character that `byte` denotes after a backslash in Toolfiles and locks, or `nil` if
/// a backslash and `byte` are not an escape.
func unescaped(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): byte
  case UInt8(ascii: "n"): UInt8(ascii: "\n")
  case UInt8(ascii: "t"): UInt8(ascii: "\t")
  default: nil
  }
}

// The fields that several kinds of lines share. Each method reads the next field.
extension LockLineReader {
  mutating func platform() throws(LockLineError) -> Platform {
    let range = try required("platform")
    guard let platform = Platform(source, range) else { throw unknownPlatform(range) }
    return platform
  }

  /// Returns the error for a field that is neither a platform nor one of `others`.
  func unknownPlatform(_ range: Range<Int>, or others: [String] = []) -> LockLineError {
    error(.unknownPlatform(text(range), known: Platform.allCases.map(\.rawValue) + others))
  }

  mutating func toolName() throws(LockLineError) -> ToolName {
    try required("tool", ToolName.init(_:_:))
  }

  mutating func version() throws(LockLineError) -> VersionText {
    try required("version", VersionText.init(_:_:))
  }

  /// Reads a requirement; an empty field allows any version.
  mutating func requirement() throws(LockLineError) -> Requirement {
    let kind = "requirement"
    let range = try required(kind)
    if range.isEmpty { return .any }
    if range.count > ToolfileLexer.maximumStringByteCount { throw wrong(kind, range) }
    do {
      return try Requirement(parsing: [text(range)])
    } catch {
      throw wrong(kind, range)
    }
  }

  /// Reads a digest, which is `sha256:` and 64 lowercase hexadecimal digits.
  mutating func digest() throws(LockLineError) -> SHA256Digest {
    let kind = "digest"
    let range = try required(kind)
    guard let colon = source[range].firstIndex(of: UInt8(ascii: ":")) else {
      throw wrong(kind, range)
    }
    // The number is `sha256` in ASCII.
    guard packed(source, range.lowerBound..<colon) == 0x7368_6132_3536 else {
      throw error(.unsupportedDigest(algorithm: text(range.lowerBound..<colon)))
    }
    guard let digest = SHA256Digest(hexadecimal: source, colon + 1..<range.upperBound) else {
      throw wrong(kind, range)
    }
    return digest
  }

  mutating func size() throws(LockLineError) -> Int {
    let kind = "size"
    let range = try required(kind)
    guard let size = decimalNumber(in: source, range) else {
      let isNumber = source[range].allSatisfy(\.isDigit) && source[range.lowerBound] != 0x30
      throw isNumber ? tooLarge(range) : wrong(kind, range)
    }
    if size > Artifact.maximumSize { throw tooLarge(range) }
    return size
  }

  private func tooLarge(_ range: Range<Int>) -> LockLineError {
    error(.sizeTooLarge(text(range), limit: Artifact.maximumSize))
  }

  private static let urlKind = "url"

  mutating func url() throws(LockLineError) -> ArtifactURL {
    try url(required(Self.urlKind))
  }

  /// Returns the address in a field that has been read already.
  func url(_ range: Range<Int>) throws(LockLineError) -> ArtifactURL {
    switch ArtifactURL.fault(in: source, range) {
    case nil: return ArtifactURL(checked: source, range)
    case .credentials: throw error(.credentials)
    case .empty, .tooLong, .character: throw wrong(Self.urlKind, range)
    }
  }
}

extension Platform {
  /// Creates the platform whose name is in `range`, or returns `nil` if there is no such platform.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    let spelling = Spelling(bytes, range)
    guard let index = platformSpellings.firstIndex(of: spelling) else { return nil }
    self = Self.allCases[index]
  }
}

/// A word of up to 16 bytes as two numbers.
///
/// Most lines of a lock name a platform, and comparing numbers is faster than comparing bytes.
/// Words of more than 16 bytes are all equal to one another, and to the empty word.
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
