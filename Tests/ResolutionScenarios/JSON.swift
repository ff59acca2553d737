/// A JSON text as a tree that keeps the order of members. For trusted fixtures only.
package enum JSON: Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSON])
  case object([(key: String, value: JSON)])

  /// The member `key`; nil if this is no object or has none.
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  package var elements: [JSON] {
    if case .array(let elements) = self { elements } else { [] }
  }

  package var members: [(key: String, value: JSON)] {
    if case .object(let members) = self { members } else { [] }
  }

  /// Reads a whole text.
  package init(parsing bytes: [UInt8]) throws(Malformed) {
    var reader = Reader(bytes: bytes)
    self = try reader.value()
  }

  /// Where a text is not JSON, as an offset in bytes.
  package struct Malformed: Error {
    package let offset: Int
  }
}

private struct Reader {
  let bytes: [UInt8]
  private var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func value() throws(JSON.Malformed) -> JSON {
    switch try next() {
    case UInt8(ascii: "{"):
      return .object(
        try list(to: UInt8(ascii: "}")) { reader throws(JSON.Malformed) in
          try reader.expect("\"")
          let key = try reader.text()
          try reader.expect(":")
          return (key, try reader.value())
        })
    case UInt8(ascii: "["):
      return .array(
        try list(to: UInt8(ascii: "]")) { reader throws(JSON.Malformed) in
          try reader.value()
        })
    case UInt8(ascii: "\""): return .string(try text())
    default:
      place -= 1
      let start = place
      while place < bytes.count, !isEnd(bytes[place]) { place += 1 }
      switch String(decoding: bytes[start..<place], as: UTF8.self) {
      case "null": return .null
      case "true": return .bool(true)
      case "false": return .bool(false)
      case "": throw .init(offset: place)
      case let number: return .number(number)
      }
    }
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
      || isBlank(byte)
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private mutating func next() throws(JSON.Malformed) -> UInt8 {
    while place < bytes.count, isBlank(bytes[place]) { place += 1 }
    guard place < bytes.count else { throw .init(offset: place) }
    place += 1
    return bytes[place - 1]
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(JSON.Malformed) {
    guard try next() == UInt8(ascii: character) else { throw .init(offset: place - 1) }
  }

  private mutating func list<Element>(
    to end: UInt8, _ element: (inout Reader) throws(JSON.Malformed) -> Element
  ) throws(JSON.Malformed) -> [Element] {
    var elements: [Element] = []
    if try next() == end { return [] }
    place -= 1
    while true {
      elements.append(try element(&self))
      let separator = try next()
      if separator == end { return elements }
      guard separator == UInt8(ascii: ",") else { throw .init(offset: place - 1) }
    }
  }

  /// The text up to the closing quote; the opening one is read.
  private mutating func text() throws(JSON.Malformed) -> String {
    var units: [UInt16] = []
    var plain: [UInt8] = []
    var result = ""
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte != UInt8(ascii: "\\"), byte != UInt8(ascii: "\"") {
        plain.append(byte)
        continue
      }
      result += String(decoding: plain, as: UTF8.self)
      plain.removeAll(keepingCapacity: true)
      if byte == UInt8(ascii: "\"") { return result }
      guard place < bytes.count else { break }
      let escape = bytes[place]
      place += 1
      switch Unicode.Scalar(escape) {
      case "n": plain.append(UInt8(ascii: "\n"))
      case "t": plain.append(UInt8(ascii: "\t"))
      case "r": plain.append(UInt8(ascii: "\r"))
      case "u":
        guard place + 4 <= bytes.count,
          let unit = UInt16(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
        else { throw .init(offset: place) }
        place += 4
        units.append(unit)
        if !UTF16.isLeadSurrogate(unit) {
          result += String(decoding: units, as: UTF16.self)
          units.removeAll()
        }
      default: plain.append(escape)
      }
    }
    throw .init(offset: place)
  }
}
