/// A line of a lock that matters for choosing a version.
package enum LockHeading {
  /// `tool NAME VERSION`, where it begins.
  case tool(Int)
  /// The fields of `provides`, each after a space.
  case executables(Range<Int>)
  /// Another line at the margin, which ends the stanza before it.
  case other
}

/// The reader of `Toolfile.lock` that the shim and the main program share.
///
/// It looks at the lines at the margin and at those that say what a tool provides, and leaves the rest unread but for the stanza that
/// is asked for: what does not bear on the question which installation provides an executable (another tool's digest, an address)
/// is the business of who installs.
package struct LockText {
  /// Where the next line begins that was not looked at.
  private var next: Int

  /// Reads the head of `text`.
  package init(_ text: Span<UInt8>) throws(PinReadFault) {
    next = try Self.headerEnd(of: text)
    // Every line that was written has a line feed: without one, the rest of the file is missing.
    guard text[text.count - 1] == UInt8(ascii: "\n") else {
      throw .malformed(line: LineBoundary.number(at: text.count - 1, in: text))
    }
  }

  /// The next heading of `text`, which is the one that was begun with. nil at the end.
  package mutating func nextHeading(in text: Span<UInt8>) throws(PinReadFault) -> LockHeading? {
    while true {
      let start = LineBoundary.nextHeading(in: text, from: next)
      if start == text.count { return nil }
      let end = LineBoundary.ofLine(in: text, from: start, next: &next)
      if text[start] == UInt8(ascii: " ") {
        if text.has("  provides ", at: start) { return .executables(start + 10..<end) }
      } else if text.has("tool ", at: start) {
        return .tool(start)
      } else if start < end {
        try Self.check(marginLine: start..<end, in: text)
        return .other
      }
    }
  }

  /// Where a stanza begins first behind the first line feed of a piece of a lock. nil where none does.
  static func firstStanza(inPieceOfLock text: Span<UInt8>) -> Int? {
    var next = LineBoundary.find(in: text, from: 0) + 1
    while true {
      let start = LineBoundary.nextHeading(in: text, from: next)
      if start == text.count { return nil }
      if text.has("tool ", at: start) { return start }
      next = LineBoundary.find(in: text, from: start) + 1
    }
  }

  /// Below zero where the name at `start` comes before `tool`, above it where it comes after, and zero where it is the same.
  static func order(at start: Int, _ tool: [UInt8], in text: Span<UInt8>) -> Int {
    var index = start
    for byte in tool {
      // A space, which ends the name, is less than any character of one.
      let other = index < text.count ? text[index] : UInt8(ascii: " ")
      if other != byte { return Int(other) - Int(byte) }
      index += 1
    }
    return index < text.count && text[index] != UInt8(ascii: " ") ? 1 : 0
  }

  /// Whether the stanza that begins at `start` is that of `tool`.
  package static func names(_ tool: [UInt8], at start: Int, in text: Span<UInt8>) -> Bool {
    let isQuoted = text[start + 5] == UInt8(ascii: "\"")
    let first = isQuoted ? start + 6 : start + 5
    let behind = first + tool.count
    return behind < text.count
      && text[behind] == (isQuoted ? UInt8(ascii: "\"") : UInt8(ascii: " "))
      && text.matches(first..<behind, tool)
  }

  /// The name and the version in the line that begins at `start`.
  package static func words(
    at start: Int, in text: Span<UInt8>
  ) throws(PinReadFault) -> (tool: Range<Int>, version: Range<Int>) {
    var next = 0
    var fields = LockLineFields(start + 4..<LineBoundary.ofLine(in: text, from: start, next: &next))
    if let tool = fields.next(in: text), PinSyntax.isToolName(tool, in: text),
      let version = fields.next(in: text), PinSyntax.isVersion(version, in: text), fields.isAtEnd
    {
      return (tool, version)
    }
    throw .malformed(line: LineBoundary.number(at: start, in: text))
  }

  /// Whether `executable` is among the fields of `provides`.
  package static func provides(
    _ executable: [UInt8], in executables: Range<Int>, of text: Span<UInt8>
  ) -> Bool {
    // Most lines name one executable of about this length, so the question is mostly answered by its first bytes.
    var rest = executables
    while rest.count > executable.count {
      let first = rest.lowerBound + 1
      let behind = first + executable.count
      if behind == rest.upperBound || text[behind] == UInt8(ascii: " "),
        text.matches(first..<behind, executable)
      {
        return true
      }
      if text[first] == UInt8(ascii: "\"") {
        var fields = LockLineFields(rest)
        guard let field = fields.next(in: text) else { return false }
        if text.matches(field, executable) { return true }
        rest = fields.rest
      } else if rest.count < executable.count + 3 {
        return false
      } else {
        var space = first
        while space < rest.upperBound, text[space] != UInt8(ascii: " ") { space += 1 }
        rest = space..<rest.upperBound
      }
    }
    return false
  }

  /// The content id of the artifact for `platform` in the stanza that begins at `start`. nil where it has none.
  package static func contentID(
    forStanzaAt start: Int, platform: StaticString, in text: Span<UInt8>
  ) throws(PinReadFault) -> Range<Int>? {
    guard var artifact = fields(of: "  artifact", for: platform, inStanzaAt: start, of: text) else {
      return nil
    }
    let place = artifact.rest.lowerBound
    // The id of an artifact with parts stands for all of them. It is not computed here, since it names a folder that only a verified
    // installation can have.
    guard let id = artifact.next(in: text), PinSyntax.isContentID(id, in: text),
      artifact.next(in: text) != nil, let digest = artifact.next(in: text),
      begins(digest, with: id, in: text)
        || fields(of: "  part", for: platform, inStanzaAt: start, of: text) != nil
        || fields(of: "  part", for: "any", inStanzaAt: start, of: text) != nil
    else { throw .malformed(line: LineBoundary.number(at: place, in: text)) }
    return id
  }

  /// What stands behind the platform in the first line of `word` for `platform`. nil where the stanza has none.
  private static func fields(
    of word: StaticString, for platform: StaticString, inStanzaAt start: Int,
    of text: Span<UInt8>
  ) -> LockLineFields? {
    var next = LineBoundary.find(in: text, from: start) + 1
    while next < text.count {
      let start = next
      let end = LineBoundary.ofLine(in: text, from: start, next: &next)
      if start < end, text[start] != UInt8(ascii: " ") { return nil }
      guard text.has(word, at: start) else { continue }
      var fields = LockLineFields(start + word.utf8CodeUnitCount..<end)
      if let found = fields.next(in: text), found.count == platform.utf8CodeUnitCount,
        text.has(platform, at: found.lowerBound)
      {
        return fields
      }
    }
    return nil
  }

  /// Whether the SHA-256 in `digest` is what `id` stands for: else a lock would run an installation that is not what it says.
  private static func begins(
    _ digest: Range<Int>, with id: Range<Int>, in text: Span<UInt8>
  ) -> Bool {
    let algorithm: StaticString = "sha256:"
    let start = digest.lowerBound + algorithm.utf8CodeUnitCount
    guard digest.upperBound >= start + id.count, text.has(algorithm, at: digest.lowerBound)
    else { return false }
    for offset in 0..<id.count where text[start + offset] != text[id.lowerBound + offset] {
      return false
    }
    return true
  }

  /// The index behind the line `lockfile 1`, which only comments may precede.
  private static func headerEnd(of text: Span<UInt8>) throws(PinReadFault) -> Int {
    var next = text.has("\u{FEFF}", at: 0) ? 3 : 0
    while next < text.count {
      let start = next
      let end = LineBoundary.ofLine(in: text, from: start, next: &next)
      if start == end || text[start] == UInt8(ascii: "#") { continue }
      try check(marginLine: start..<end, in: text)
      guard end - start == 10, text.has("lockfile 1", at: start) else { break }
      return next
    }
    throw .noLock
  }

  /// Throws where a line is a conflict marker: seven of one character, and a space or nothing.
  private static func check(
    marginLine line: Range<Int>, in text: Span<UInt8>
  ) throws(PinReadFault) {
    let first = text[line.lowerBound]
    switch first {
    case UInt8(ascii: "<"), UInt8(ascii: "|"), UInt8(ascii: "="), UInt8(ascii: ">"): break
    default: return
    }
    guard line.count >= 7 else { return }
    for index in line.prefix(7) where text[index] != first { return }
    guard line.count == 7 || text[line.lowerBound + 7] == UInt8(ascii: " ") else { return }
    throw .conflictMarkers(line: LineBoundary.number(at: line.lowerBound, in: text))
  }
}

/// The fields of a line of a lock, each after one space.
struct LockLineFields {
  private(set) var rest: Range<Int>

  init(_ line: Range<Int>) {
    rest = line
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Where the next field stands, without its quotes. nil at the end, and where there is none that could be a name, a version or an
  /// id: those have no escapes.
  mutating func next(in text: Span<UInt8>) -> Range<Int>? {
    guard let space = rest.first, text[space] == UInt8(ascii: " "), rest.count > 1 else {
      return nil
    }
    var start = space + 1
    var index = start
    if text[start] == UInt8(ascii: "\"") {
      start += 1
      index = start
      while index < rest.upperBound, text[index] != UInt8(ascii: "\"") { index += 1 }
      guard index < rest.upperBound else { return nil }
      rest = index + 1..<rest.upperBound
    } else {
      while index < rest.upperBound, text[index] != UInt8(ascii: " ") { index += 1 }
      rest = index..<rest.upperBound
    }
    return start..<index
  }
}
