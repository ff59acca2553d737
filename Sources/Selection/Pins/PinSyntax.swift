/// What a word has to be before it may become part of a path.
///
/// The rules of `ToolName`, `VersionText` and `ContentID` once more, for bytes in place: the shim makes no strings.
package enum PinSyntax {
  /// Whether `range` of `text` is the name of a tool: `[a-z0-9]`, then `[a-z0-9._-]`, at most 64 bytes.
  package static func isToolName(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard (1...64).contains(range.count), isLowercaseOrDigit(text[range.lowerBound]) else {
      return false
    }
    for index in range.dropFirst() {
      switch text[index] {
      case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): continue
      case let byte where isLowercaseOrDigit(byte): continue
      default: return false
      }
    }
    return true
  }

  /// Whether `range` of `text` is a version: 1 to 128 printable ASCII characters, no slash, backslash, colon, quote or `#`, and no
  /// dash or dot first.
  package static func isVersion(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard (1...128).contains(range.count) else { return false }
    switch text[range.lowerBound] {
    case UInt8(ascii: "-"), UInt8(ascii: "."): return false
    default: break
    }
    for index in range {
      switch text[index] {
      case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: ":"), UInt8(ascii: "#"),
        UInt8(ascii: "\""), UInt8(ascii: "'"):
        return false
      case UInt8(ascii: "!")...UInt8(ascii: "~"): continue
      default: return false
      }
    }
    return true
  }

  /// Whether `range` of `text` is what a pin may say: a version, and no range, by whose words other version managers choose.
  package static func isPin(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard isVersion(range, in: text) else { return false }
    switch text[range.lowerBound] {
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "~"),
      UInt8(ascii: "^"), UInt8(ascii: "!"):
      return false
    default: break
    }
    for index in range where text[index] == UInt8(ascii: "*") { return false }
    return !(range.count == 6 && text.has("latest", at: range.lowerBound))
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

  private static func isLowercaseOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}

extension Span<UInt8> {
  /// The bytes of `range`, copied.
  package func copy(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for index in range { bytes.append(self[index]) }
    return bytes
  }

  package func matches(_ range: Range<Int>, _ word: [UInt8]) -> Bool {
    guard range.count == word.count else { return false }
    var index = range.lowerBound
    for byte in word {
      if self[index] != byte { return false }
      index += 1
    }
    return true
  }

  /// Whether `word` stands at `index`.
  package func has(_ word: StaticString, at index: Int) -> Bool {
    guard index >= 0, count - index >= word.utf8CodeUnitCount else { return false }
    for offset in 0..<word.utf8CodeUnitCount
    where unsafe self[index + offset] != word.utf8Start[offset] {
      return false
    }
    return true
  }
}

extension [UInt8] {
  /// Whether these are the bytes of `word`.
  package func spells(_ word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount && withSpan { $0.has(word, at: 0) }
  }

  /// Calls `body` with the bytes in place. (`Array.span` asks for macOS 26.)
  package func withSpan<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBufferPointer { buffer throws(Failure) in
      try unsafe body(Span(_unsafeElements: buffer))
    }
  }
}
