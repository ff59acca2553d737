/// A decoder for the character references of HTML (`&amp;`, `&#43;`, `&#x2B;`).
///
/// It knows the named references that occur in the addresses and texts of an index. Unknown
/// references stay unchanged.
enum CharacterReference {
  /// Returns `bytes` with all known character references replaced by their characters in UTF-8.
  static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes
    while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<ampersand]
      rest = rest[ampersand...]
      // A reference has at most 10 bytes: `&`, `#x10FFFF`, and `;`. Limiting the search for the
      // semicolon avoids quadratic time.
      if let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let character = character(rest[(ampersand + 1)..<end])
      {
        result += Array(String(character).utf8)
        rest = rest[(end + 1)...]
      } else {
        result.append(UInt8(ascii: "&"))
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  /// Returns the character that a reference stands for, or `nil` if the reference is unknown.
  /// `name` is the text between `&` and `;`.
  private static func character(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard name.first == UInt8(ascii: "#") else {
      return switch String(decoding: name, as: UTF8.self) {
      case "amp": "&"
      case "lt": "<"
      case "gt": ">"
      case "quot": "\""
      case "apos": "'"
      case "nbsp": "\u{A0}"
      case "plus": "+"
      default: nil
      }
    }
    let digits = String(decoding: name.dropFirst(), as: UTF8.self)
    let isHex = digits.first == "x" || digits.first == "X"
    // `UInt32.init` accepts a sign, but HTML does not. NUL is never intended, and would end a C
    // string early.
    let isSigned =
      digits.utf8.contains(UInt8(ascii: "+")) || digits.utf8.contains(UInt8(ascii: "-"))
    guard !isSigned,
      let value = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits), value != 0
    else { return nil }
    return Unicode.Scalar(value)
  }
}
