package import Diagnostics

/// A JSON value to print (RFC 8259). Objects keep the order of their members.
package enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSON])
  case object([Member])
  /// The text of a location. Beside the member of an object, ``locating(with:)`` adds the absolute
  /// path and the line.
  case origin(Origin)
  /// A path as messages show it, which ``locating(with:)`` makes absolute.
  case path(String)

  /// A name and value of an object.
  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSON

    /// Creates a member.
    package init(name: String, value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// Returns an object with the members in the given order.
  package static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(members.map { Member(name: $0.key, value: $0.value) })
  }

  /// Returns an array of strings.
  package static func strings(_ values: some Sequence<String>) -> JSON {
    .array(values.map { .string($0) })
  }

  /// Returns the string, or null if `text` is `nil`.
  package static func optional(_ text: String?) -> JSON {
    text.map { .string($0) } ?? .null
  }

  /// Returns the location, or null if `origin` is `nil`.
  package static func optional(_ origin: Origin?) -> JSON {
    origin.map { .origin($0) } ?? .null
  }

  /// The value as text, indented by two spaces per level for human readers.
  package var text: String {
    var result = ""
    write(to: &result, indentation: "")
    return result
  }

  private func write(to result: inout String, indentation: String) {
    switch self {
    case .null: result += "null"
    case .bool(let value): result += value ? "true" : "false"
    case .number(let value): result += String(value)
    case .string(let value): Self.quote(value, to: &result)
    case .origin(let origin): Self.quote("\(origin)", to: &result)
    case .path(let path): Self.quote(path, to: &result)
    case .array(let values):
      Self.writeList(values, brackets: ("[", "]"), to: &result, indentation: indentation) {
        $0.write(to: &$1, indentation: $2)
      }
    case .object(let members):
      Self.writeList(members, brackets: ("{", "}"), to: &result, indentation: indentation) {
        Self.quote($0.name, to: &$1)
        $1 += ": "
        $0.value.write(to: &$1, indentation: $2)
      }
    }
  }

  private static func writeList<Element>(
    _ elements: [Element], brackets: (String, String), to result: inout String, indentation: String,
    _ write: (Element, inout String, String) -> Void
  ) {
    if elements.isEmpty {
      result += brackets.0 + brackets.1
      return
    }
    let inner = indentation + "  "
    result += brackets.0
    for (index, element) in elements.enumerated() {
      result += (index == 0 ? "\n" : ",\n") + inner
      write(element, &result, inner)
    }
    result += "\n" + indentation + brackets.1
  }

  private static func quote(_ text: String, to result: inout String) {
    result += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isControl(scalar):
        for unit in UTF16.encode(scalar) ?? .init() {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    result += "\""
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  /// Creates a string.
  package init(stringLiteral text: String) { self = .string(text) }

  /// Creates a number.
  package init(integerLiteral number: Int) { self = .number(number) }

  /// Creates a Boolean value.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}
