internal import Diagnostics

/// A tokenizer for the HTML pages of an index. It makes one pass and builds no tree.
///
/// It follows the tokenizer of the HTML standard for tags, comments, and raw text, and skips
/// everything else.
struct HTMLReader {
  /// A start or end tag.
  struct Tag {
    let name: MarkupName
    var isEnd = false
    /// The attributes of links, `base`, and `meta`, with character references decoded. Each is
    /// `nil` if the tag lacks it.
    var href: ArraySlice<UInt8>?
    var yanked: ArraySlice<UInt8>?
    var metaName: ArraySlice<UInt8>?
    var metaContent: ArraySlice<UInt8>?
  }

  private let bytes: [UInt8]
  /// The offset of the next byte to read.
  private var position = 0

  /// Creates a reader that starts after an optional byte order mark.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Whether the first byte that is not whitespace is `<`, which begins a tag, a comment, or
  /// a doctype.
  var startsWithMarkup: Bool {
    bytes[position...].first { !Self.isSpace($0) } == UInt8(ascii: "<")
  }

  /// Returns the next tag, or `nil` at the end of the page. Skips text, declarations, and the
  /// content of raw text elements.
  ///
  /// - Throws: ``UnreadableResponse/truncated(bytes:)`` if the page ends inside a tag, a comment,
  ///   or raw text.
  mutating func nextTag() throws(UnreadableResponse) -> Tag? {
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = start + 1
      guard let byte else { throw .truncated(bytes: bytes.count) }
      switch byte {
      case UInt8(ascii: "!"): try skipDeclaration()
      case UInt8(ascii: "?"): try skipToTagEnd()
      case UInt8(ascii: "/"):
        position += 1
        let tag = Tag(name: takeName(), isEnd: true)
        try skipToTagEnd()
        return tag
      case _ where Self.isLetter(byte):
        let tag = try takeAttributes(of: takeName())
        if MarkupName.rawText.contains(tag.name) { try skipRawText(of: tag.name) }
        return tag
      default: continue
      }
    }
    position = bytes.count
    return nil
  }

  /// The next byte, or `nil` at the end of the page.
  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips everything up to and including the next `>`.
  private mutating func skipToTagEnd() throws(UnreadableResponse) {
    guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
      throw .truncated(bytes: bytes.count)
    }
    position = end + 1
  }

  /// Skips a declaration after its `<`. A comment ends at `-->`, any other declaration at `>`.
  private mutating func skipDeclaration() throws(UnreadableResponse) {
    let isComment = bytes[position...].starts(with: "!--".utf8)
    // `<!-->` is a complete comment: the dashes that open it may also close it.
    if isComment { position += 1 }
    repeat {
      try skipToTagEnd()
    } while isComment && !bytes[..<(position - 1)].suffix(2).elementsEqual("--".utf8)
  }

  /// Skips the content and the end tag of a raw text element.
  ///
  /// - Throws: ``UnreadableResponse/truncated(bytes:)`` if the end tag is missing.
  private mutating func skipRawText(of name: MarkupName) throws(UnreadableResponse) {
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = start + 1
      if byte == UInt8(ascii: "/") {
        position += 1
        if takeName() == name { return try skipToTagEnd() }
      }
    }
    throw .truncated(bytes: bytes.count)
  }

  /// Reads the name of a tag.
  private mutating func takeName() -> MarkupName {
    let start = position
    while let byte, !Self.isSpace(byte), byte != UInt8(ascii: "/"), byte != UInt8(ascii: ">") {
      position += 1
    }
    return MarkupName(bytes[start..<position])
  }

  /// Reads the attributes of a tag up to and including its `>`. Returns the tag with the
  /// relevant attributes.
  private mutating func takeAttributes(of name: MarkupName) throws(UnreadableResponse) -> Tag {
    var tag = Tag(name: name)
    while let byte {
      if byte == UInt8(ascii: ">") {
        position += 1
        return tag
      }
      if Self.isSpace(byte) || byte == UInt8(ascii: "/") {
        position += 1
        continue
      }
      let attribute = takeAttributeName()
      let value = try takeValue()
      // If an attribute occurs twice, the first one applies, as in the HTML standard.
      switch (name, attribute) {
      case (.anchor, .href), (.base, .href): tag.href = tag.href ?? decoded(value)
      case (.anchor, .yanked): tag.yanked = tag.yanked ?? decoded(value)
      case (.meta, .name): tag.metaName = tag.metaName ?? decoded(value)
      case (.meta, .content): tag.metaContent = tag.metaContent ?? decoded(value)
      default: break
      }
    }
    throw .truncated(bytes: bytes.count)
  }

  /// Reads the name of an attribute. Its first byte may be any byte, even `=`, as in the HTML
  /// standard.
  private mutating func takeAttributeName() -> MarkupName {
    let start = position
    position += 1
    while let byte, !Self.isSpace(byte), byte != UInt8(ascii: "="), byte != UInt8(ascii: "/"),
      byte != UInt8(ascii: ">")
    {
      position += 1
    }
    return MarkupName(bytes[start..<position])
  }

  /// Reads the value of an attribute without its quotes. Returns an empty slice if the
  /// attribute has no value.
  private mutating func takeValue() throws(UnreadableResponse) -> ArraySlice<UInt8> {
    skipSpace()
    guard byte == UInt8(ascii: "=") else { return [] }
    position += 1
    skipSpace()
    let start: Int
    if let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      start = position + 1
      guard let end = bytes[start...].firstIndex(of: quote) else {
        throw .truncated(bytes: bytes.count)
      }
      position = end + 1
      return bytes[start..<end]
    }
    start = position
    while let byte, !Self.isSpace(byte), byte != UInt8(ascii: ">") { position += 1 }
    return bytes[start..<position]
  }

  private mutating func skipSpace() {
    while let byte, Self.isSpace(byte) { position += 1 }
  }

  /// Returns a value with its character references decoded.
  private func decoded(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    value.contains(UInt8(ascii: "&")) ? CharacterReference.decode(value)[...] : value
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Returns whether `byte` is an ASCII letter, as the first byte of a tag name must be.
  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}

/// The name of an element or attribute, packed into a number, so that comparing names is fast
/// and ignores case.
struct MarkupName: Hashable {
  private let letters: UInt128

  /// Packs a name of at most 16 bytes. All longer names are equal to each other, and differ from
  /// all names below.
  init(_ bytes: some Collection<UInt8>) {
    guard bytes.count <= 16 else {
      letters = 0
      return
    }
    letters = bytes.reduce(0) { letters, byte in
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      return letters << 8 | UInt128(isUpper ? byte | 0x20 : byte)
    }
  }

  static let anchor = MarkupName("a".utf8)
  static let base = MarkupName("base".utf8)
  static let meta = MarkupName("meta".utf8)
  static let html = MarkupName("html".utf8)
  static let body = MarkupName("body".utf8)
  static let href = MarkupName("href".utf8)
  static let yanked = MarkupName("data-yanked".utf8)
  static let name = MarkupName("name".utf8)
  static let content = MarkupName("content".utf8)
  /// The elements whose content is text, without tags, up to their end tag.
  static let rawText = [
    MarkupName("script".utf8), MarkupName("style".utf8), MarkupName("title".utf8),
    MarkupName("textarea".utf8),
  ]
}
