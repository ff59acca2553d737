package import Diagnostics
package import Vocabulary

/// A JSON value to print (RFC 8259). Objects keep the order of their members.
package enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSON])
  case object([Member])
  /// An array that is too long to be kept in memory: the elements of all groups, each of which is
  /// created when it is printed.
  case stream(ComputedList<[JSON]>)
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

  /// The value as text, indented by two spaces per level. Each element of a stream takes one line.
  package var text: String {
    var result = ""
    write(to: &result)
    return result
  }

  /// Writes the text of the value in pieces, none of which is longer than a string of the value.
  ///
  /// - Parameters:
  ///   - indentation: The indentation of the value, or `nil` to write it on a single line.
  ///   - transform: Returns what is written for a string of the value.
  func write(
    to output: inout some TextOutputStream, indentation: String? = "",
    _ transform: (String) -> String = { $0 }
  ) {
    switch self {
    case .null: output.write("null")
    case .bool(let value): output.write(value ? "true" : "false")
    case .number(let value): output.write(String(value))
    case .string(let value): output.write(Self.quoted(transform(value)))
    case .origin(let origin): output.write(Self.quoted(transform("\(origin)")))
    case .path(let path): output.write(Self.quoted(transform(path)))
    case .array(let values):
      Self.writeList(values, brackets: ("[", "]"), to: &output, indentation: indentation) {
        $0.write(to: &$1, indentation: $2, transform)
      }
    case .stream(let groups):
      Self.writeList(
        groups.lazy.joined(), brackets: ("[", "]"), to: &output, indentation: indentation
      ) { value, output, _ in
        value.write(to: &output, indentation: nil, transform)
      }
    case .object(let members):
      Self.writeList(members, brackets: ("{", "}"), to: &output, indentation: indentation) {
        $1.write(Self.quoted($0.name) + ": ")
        $0.value.write(to: &$1, indentation: $2, transform)
      }
    }
  }

  private static func writeList<Elements: Sequence, Output: TextOutputStream>(
    _ elements: Elements, brackets: (String, String), to output: inout Output,
    indentation: String?, _ write: (Elements.Element, inout Output, String?) -> Void
  ) {
    let inner = indentation.map { $0 + "  " }
    let lineBreak = inner.map { "\n" + $0 }
    var isEmpty = true
    for element in elements {
      output.write(isEmpty ? brackets.0 : lineBreak == nil ? ", " : ",")
      if let lineBreak { output.write(lineBreak) }
      isEmpty = false
      write(element, &output, inner)
    }
    if isEmpty {
      output.write(brackets.0)
    } else if let indentation {
      output.write("\n" + indentation)
    }
    output.write(brackets.1)
  }

  private static func quoted(_ text: String) -> String {
    // Most strings need no escape.
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    if isPlain { return "\"\(text)\"" }
    var result = "\""
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
    return result + "\""
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
