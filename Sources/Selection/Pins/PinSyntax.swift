/// What a word has to be before it may become part of a path.
///
/// The rules of `ToolName`, `VersionText` and `ContentID` once more, for bytes in place: the shim makes no strings.
package enum PinSyntax {
  /// What a byte may be part of.
  struct Kinds: OptionSet {
    let rawValue: UInt8

    static let toolName = Kinds(rawValue: 1)
    static let version = Kinds(rawValue: 2)
    /// Not a character by which other version managers choose among versions.
    static let pin = Kinds(rawValue: 4)
  }

  static func kinds(of byte: UInt8) -> Kinds {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      [.toolName, .version, .pin]
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: ":"), UInt8(ascii: "#"),
      UInt8(ascii: "\""), UInt8(ascii: "'"):
      [.pin]
    case UInt8(ascii: "*"): [.version]
    case UInt8(ascii: "!")...UInt8(ascii: "~"): [.version, .pin]
    default: []
    }
  }

  /// Whether `range` of `text` is the name of a tool: `[a-z0-9]`, then `[a-z0-9._-]`, at most 64 bytes.
  package static func isToolName(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    kinds(of: range, in: text).contains(.toolName) && canBeToolName(range, in: text)
  }

  /// Whether `range` of `text` is a version: 1 to 128 printable ASCII characters, no slash, backslash, colon, quote or `#`, and no
  /// dash or dot first.
  package static func isVersion(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    kinds(of: range, in: text).contains(.version) && canBeVersion(range, in: text)
  }

  /// Whether `range` of `text` is what a pin may say: a version, and no range, by whose words other version managers choose.
  package static func isPin(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    kinds(of: range, in: text).contains([.version, .pin]) && canBePin(range, in: text)
  }

  /// Whether `range`, all of whose bytes are of the kind, is the name of a tool.
  static func canBeToolName(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard (1...64).contains(range.count) else { return false }
    switch text[range.lowerBound] {
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): return false
    default: return true
    }
  }

  private static func canBeVersion(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard (1...128).contains(range.count) else { return false }
    switch text[range.lowerBound] {
    case UInt8(ascii: "-"), UInt8(ascii: "."): return false
    default: return true
    }
  }

  /// Whether `range`, all of whose bytes are of the kinds, is what a pin may say.
  static func canBePin(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard canBeVersion(range, in: text) else { return false }
    switch text[range.lowerBound] {
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "~"),
      UInt8(ascii: "^"), UInt8(ascii: "!"):
      return false
    default: return !(range.count == 6 && text.has("latest", at: range.lowerBound))
    }
  }

  private static func kinds(of range: Range<Int>, in text: Span<UInt8>) -> Kinds {
    var kinds: Kinds = [.toolName, .version, .pin]
    for index in range { kinds.formIntersection(self.kinds(of: text[index])) }
    return kinds
  }

  /// Whether `range` of `text` is a content id: 12 hexadecimal digits in lower case.
  package static func isContentID(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard range.count == 12 else { return false }
    for index in range {
      switch text[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): continue
      default: return false
      }
    }
    return true
  }

  /// Whether a version reads as one with a content id behind it, which is the name of one lock's installation.
  package static func endsLikeContentID(_ version: [UInt8]) -> Bool {
    guard version.count > 13, version[version.count - 13] == UInt8(ascii: "-") else { return false }
    return version.withSpan { isContentID($0.count - 12..<$0.count, in: $0) }
  }
}
