/// The fields of one line of a folder's index, read in sequence.
struct IndexLine {
  /// The fields that have not been read yet.
  private var fields: ArraySlice<String>

  /// Splits a line into its fields. An empty line or a comment has no fields.
  ///
  /// - Throws: ``IndexLineFault/badField(_:found:)`` if a quoted field is unterminated or
  ///   contains an unknown escape.
  init(_ line: ArraySlice<UInt8>) throws(IndexLineFault) {
    var fields: [String] = []
    var rest = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    while true {
      rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard let first = rest.first else { break }
      if fields.isEmpty, first == UInt8(ascii: "#") { break }
      if first == UInt8(ascii: "\"") {
        fields.append(try Self.quoted(&rest))
      } else {
        let field = rest.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        fields.append(String(decoding: field, as: UTF8.self))
        rest = rest[field.endIndex...]
      }
    }
    self.fields = fields[...]
  }

  /// Reads a quoted field from the start of `rest`, and resolves its escapes.
  private static func quoted(_ rest: inout ArraySlice<UInt8>) throws(IndexLineFault) -> String {
    let start = rest
    var bytes: [UInt8] = []
    rest = rest.dropFirst()
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        switch rest.popFirst() {
        case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
        case let escaped? where "\\\"'".utf8.contains(escaped): bytes.append(escaped)
        default: throw .badField("text", found: String(decoding: start, as: UTF8.self))
        }
      default: bytes.append(byte)
      }
    }
    throw .badField("text", found: String(decoding: start, as: UTF8.self))
  }

  /// Returns the next field, or `nil` at the end of the line.
  mutating func nextIfPresent() -> String? {
    fields.popFirst()
  }

  /// Returns the next field. `name` describes the field in messages.
  ///
  /// - Throws: ``IndexLineFault/missingField(_:)`` at the end of the line.
  mutating func next(_ name: String) throws(IndexLineFault) -> String {
    guard let field = fields.popFirst() else { throw .missingField(name) }
    return field
  }

  /// Returns the next field, converted by `make`.
  ///
  /// - Throws: ``IndexLineFault`` if the field is missing, or if `make` returns `nil`.
  mutating func value<Value>(
    _ name: String, _ make: (String) -> Value?
  ) throws(IndexLineFault) -> Value {
    let field = try next(name)
    guard let value = make(field) else { throw .badField(name, found: field) }
    return value
  }

  /// Checks that every field has been read.
  ///
  /// - Throws: ``IndexLineFault/badField(_:found:)`` if a field is left.
  func finish() throws(IndexLineFault) {
    if let extra = fields.first { throw .badField("end of line", found: extra) }
  }
}
