/// The rules that a tool name, a version, or a content id must follow before it becomes
/// part of a path.
///
/// The rules are those of `ToolName`, `VersionText`, and `ContentID`, applied to bytes in place
/// because the shim creates no strings.
package enum PinSyntax {
  /// The kinds of words that a byte may be part of.
  struct Kinds: OptionSet {
    let rawValue: UInt8

    static let toolName = Kinds(rawValue: 1)
    static let version = Kinds(rawValue: 2)
    /// A pinned version: a byte that some scheme of versions uses.
    static let pin = Kinds(rawValue: 4)
  }

  /// Returns the kinds of words that may contain `byte`.
  static func kinds(of byte: UInt8) -> Kinds {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      [.toolName, .version, .pin]
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "!"):
      [.version, .pin]
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: ":"), UInt8(ascii: "#"),
      UInt8(ascii: "\""), UInt8(ascii: "'"):
      []
    case UInt8(ascii: "!")...UInt8(ascii: "~"): [.version]
    default: []
    }
  }

  /// Returns whether `range` of `text` is a tool name: `[a-z0-9]`, then `[a-z0-9._-]`, at most
  /// 64 bytes.
  package static func isToolName(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    kinds(of: range, in: text).contains(.toolName) && canBeToolName(range, in: text)
  }

  /// Returns whether `range` of `text` is a version: 1 to 128 printable ASCII characters without
  /// slashes, backslashes, colons, quotes, or `#`, and without a dash or dot at the start.
  package static func isVersion(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    kinds(of: range, in: text).contains(.version) && canBeVersion(range, in: text)
  }

  /// Returns whether `range` of `text` can be pinned: it is `system`, or may be an exact version of
  /// some scheme, which begins with a number (`1.2`, `v1.2`). A requirement (`>=1`, `1.x`) is not,
  /// nor a word such as `latest` or `lts`.
  package static func isPin(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    kinds(of: range, in: text).contains([.version, .pin]) && canBePin(range, in: text)
  }

  /// Returns whether `range` is a tool name, provided that all of its bytes are of that kind.
  static func canBeToolName(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard (1...64).contains(range.count) else { return false }
    switch text[range.lowerBound] {
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): return false
    default: return true
    }
  }

  /// Returns whether `range` is a version, provided that all of its bytes are of that kind.
  private static func canBeVersion(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard (1...128).contains(range.count) else { return false }
    switch text[range.lowerBound] {
    case UInt8(ascii: "-"), UInt8(ascii: "."): return false
    default: return true
    }
  }

  /// Returns whether `range` can be pinned, provided that all of its bytes are of the
  /// required kinds.
  static func canBePin(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard canBeVersion(range, in: text) else { return false }
    if range.count == 6, text.has("system", at: range.lowerBound) { return true }
    let hasPrefix = text[range.lowerBound] | 0x20 == UInt8(ascii: "v")
    let start = range.lowerBound + (hasPrefix ? 1 : 0)
    guard start < range.upperBound,
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= text[start]
    else { return false }
    let last = range.upperBound - 1
    return text[last] | 0x20 != UInt8(ascii: "x") || text[last - 1] != UInt8(ascii: ".")
  }

  /// Returns `range`, which is a pinned version, without its leading `v`, if it has one.
  package static func withoutLetter(_ range: Range<Int>, in text: Span<UInt8>) -> Range<Int> {
    let hasLetter = text[range.lowerBound] | 0x20 == UInt8(ascii: "v")
    return range.lowerBound + (hasLetter ? 1 : 0)..<range.upperBound
  }

  /// Returns whether the version in `range` is `pinned`, or one of its builds: a pin of `1.28.4`
  /// beside a lock with `1.28.4+x1` means that build.
  package static func isVersion(
    _ range: Range<Int>, in text: Span<UInt8>, orBuildOf pinned: [UInt8]
  ) -> Bool {
    if range.count == pinned.count { return text.matches(range, pinned) }
    let end = range.lowerBound + pinned.count
    return end < range.upperBound && text[end] == UInt8(ascii: "+")
      && text.matches(range.lowerBound..<end, pinned) && !pinned.contains(UInt8(ascii: "+"))
      && !pinned.equals("system")
  }

  /// Returns the kinds of words that may contain all bytes in `range`.
  private static func kinds(of range: Range<Int>, in text: Span<UInt8>) -> Kinds {
    var kinds: Kinds = [.toolName, .version, .pin]
    for index in range { kinds.formIntersection(self.kinds(of: text[index])) }
    return kinds
  }

  /// The number of digits of a content id.
  static let contentIDLength = 40

  /// Returns whether `range` of `text` is a content id: 40 lowercase hexadecimal digits.
  package static func isContentID(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    range.count == contentIDLength && isHexadecimal(range, in: text)
  }

  /// Returns whether `range` of `text` is a content id of 12 digits, as older versions of
  /// bootstrap wrote them.
  static func isOutdatedContentID(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    range.count == 12 && isHexadecimal(range, in: text)
  }

  private static func isHexadecimal(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    for index in range {
      switch text[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): continue
      default: return false
      }
    }
    return true
  }

  /// Returns whether a version ends with a dash and a content id, like the folder of a
  /// locked installation.
  package static func endsLikeContentID(_ version: [UInt8]) -> Bool {
    let start = version.count - contentIDLength
    guard start > 1, version[start - 1] == UInt8(ascii: "-") else { return false }
    return version.withSpan { isContentID(start..<$0.count, in: $0) }
  }
}
