internal import JSONText

/// A JSON value that is read into memory as a whole.
enum JSONTree {
  /// The members in the order of the text. A name may occur more than once.
  case object([(name: String, value: JSONTree)])
  case array([JSONTree])
  case string(String)
  case integer(Int)
  case null
  /// `true`, `false`, or a number that is not an `Int`.
  case other

  /// The maximum nesting depth. The deepest form of a bundle has 7 levels.
  private static let maximumDepth = 16

  /// Reads a text, which must be valid UTF-8.
  init(parsing bytes: [UInt8]) throws(JSONReader.Failure) {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .unexpected(offset: 0) }
    var reader = JSONReader(bytes)
    self = try Self.value(from: &reader, depth: 0)
    try reader.expectEnd()
  }

  /// Reads one value. Refuses values that are nested too deeply.
  private static func value(
    from reader: inout JSONReader, depth: Int
  ) throws(JSONReader.Failure) -> JSONTree {
    let first = try reader.peek()
    guard depth < maximumDepth else { throw .unexpected(offset: reader.position) }
    switch first {
    case UInt8(ascii: "{"):
      var members: [(name: String, value: JSONTree)] = []
      try reader.object { (reader, name) throws(JSONReader.Failure) in
        members.append((name, try value(from: &reader, depth: depth + 1)))
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONTree] = []
      try reader.array { (reader) throws(JSONReader.Failure) in
        elements.append(try value(from: &reader, depth: depth + 1))
      }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try reader.string())
    case UInt8(ascii: "n"):
      try reader.skipValue()
      return .null
    default: return try reader.integerIfPresent().map { .integer($0) } ?? .other
    }
  }
}
