internal import Diagnostics
internal import Versions

/// Why a line of a lock is wrong, and the offset of the byte where.
struct LockLineError: Error {
  let flaw: LockLineFlaw
  let offset: Int
}

/// The fields of one line of a lock after its first word, each with one space before it.
struct LockFields {
  private let bytes: [UInt8]
  private var position: Int
  private let end: Int
  /// Where the field that was read last begins.
  private var fieldStart: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
    fieldStart = position
  }

  /// The next field, its quotes and escapes resolved. nil at the end of the line.
  mutating func next() throws(LockLineError) -> ArraySlice<UInt8>? {
    if position == end { return nil }
    // The position is always at the space before a field.
    position += 1
    fieldStart = position
    guard position < end, bytes[position] != UInt8(ascii: " ") else { throw error(.emptyField) }
    if bytes[position] == UInt8(ascii: "\"") { return try quoted() }
    while position < end, bytes[position] != UInt8(ascii: " ") { position += 1 }
    return bytes[fieldStart..<position]
  }

  private mutating func quoted() throws(LockLineError) -> ArraySlice<UInt8> {
    position += 1
    let start = position
    while position < end, bytes[position] != UInt8(ascii: "\""),
      bytes[position] != UInt8(ascii: "\\")
    {
      position += 1
    }
    var field = bytes[start..<position]
    while position < end, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\"), position + 1 < end {
        guard let character = unescaped(bytes[position + 1]) else {
          fieldStart = position
          let following = scalar(in: bytes[..<end], at: position + 1)
          throw error(.unknownEscape("\\\(following)"))
        }
        field.append(character)
        position += 2
      } else {
        field.append(bytes[position])
        position += 1
      }
    }
    guard position < end else { throw error(.unterminatedQuote) }
    position += 1
    if position < end, bytes[position] != UInt8(ascii: " ") {
      fieldStart = position
      throw error(.extraField(String(decoding: bytes[position..<end], as: UTF8.self)))
    }
    return field
  }

  mutating func required(_ field: LockField) throws(LockLineError) -> ArraySlice<UInt8> {
    if let bytes = try next() { return bytes }
    fieldStart = end
    throw error(.missingField(field))
  }

  /// The next field as a value. Throws where there is none, and where `make` gives nil.
  mutating func required<Value>(
    _ field: LockField, _ make: (ArraySlice<UInt8>) -> Value?
  ) throws(LockLineError) -> Value {
    let bytes = try required(field)
    guard let value = make(bytes) else { throw wrong(field, bytes) }
    return value
  }

  var isAtEnd: Bool { position == end }

  mutating func finish() throws(LockLineError) {
    if let extra = try next() {
      throw error(.extraField(String(decoding: extra, as: UTF8.self)))
    }
  }

  func wrong(_ field: LockField, _ bytes: ArraySlice<UInt8>) -> LockLineError {
    error(.wrongField(field, found: String(decoding: bytes, as: UTF8.self)))
  }

  func error(_ flaw: LockLineFlaw) -> LockLineError {
    LockLineError(flaw: flaw, offset: fieldStart)
  }
}

/// What follows a backslash in the strings of a Toolfile and the quoted fields of a lock. nil for what is no escape.
func unescaped(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): byte
  case UInt8(ascii: "n"): UInt8(ascii: "\n")
  case UInt8(ascii: "t"): UInt8(ascii: "\t")
  default: nil
  }
}

// The fields that occur on several kinds of lines.
extension LockFields {
  mutating func platform() throws(LockLineError) -> Platform {
    try required(.platform, Platform.init(bytes:))
  }

  mutating func toolName() throws(LockLineError) -> ToolName {
    try required(.toolName, ToolName.init(bytes:))
  }

  mutating func version() throws(LockLineError) -> VersionText {
    try required(.version, VersionText.init(bytes:))
  }

  mutating func requirement() throws(LockLineError) -> Requirement {
    let bytes = try required(.requirement)
    if bytes.isEmpty { return .any }
    do throws(RequirementError) {
      return try Requirement(parsing: [String(decoding: bytes, as: UTF8.self)])
    } catch {
      throw wrong(.requirement, bytes)
    }
  }

  mutating func digest() throws(LockLineError) -> SHA256Digest {
    let bytes = try required(.digest)
    let algorithm = bytes.prefix { $0 != UInt8(ascii: ":") }
    guard algorithm.elementsEqual("sha256".utf8) else {
      throw algorithm.count < bytes.count
        ? error(.weakDigest(algorithm: String(decoding: algorithm, as: UTF8.self)))
        : wrong(.digest, bytes)
    }
    let digits = bytes[(algorithm.endIndex + 1)...]
    guard let digest = SHA256Digest(hexadecimal: digits), !digits.contains(where: \.isUppercase)
    else { throw wrong(.digest, bytes) }
    return digest
  }

  mutating func size() throws(LockLineError) -> Int {
    try required(.size, decimalNumber)
  }

  mutating func url() throws(LockLineError) -> ArtifactURL {
    try url(required(.url))
  }

  func url(_ bytes: ArraySlice<UInt8>) throws(LockLineError) -> ArtifactURL {
    switch ArtifactURL.flaw(in: bytes) {
    case nil: return ArtifactURL(checked: bytes)
    case .credentials: throw error(.credentials)
    case .empty, .tooLong, .character: throw wrong(.url, bytes)
    }
  }
}

extension Platform {
  init?(bytes: ArraySlice<UInt8>) {
    self.init(rawValue: String(decoding: bytes, as: UTF8.self))
  }
}
