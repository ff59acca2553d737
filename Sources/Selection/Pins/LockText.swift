/// A line of a lock that matters for the choice of a version.
package enum LockHeading {
  /// The start of a `tool NAME VERSION` line.
  case tool(Int)
  /// The position of the fields of a `provides` line, each preceded by a space.
  case executables(Range<Int>)
  /// Another unindented line, which ends the previous stanza.
  case other
}

/// A reader of `Toolfile.lock` that the shim and the main program share.
///
/// It reads the unindented lines, the `provides` lines, and the stanzas that the caller requests.
/// Everything else, such as the digests and addresses of other tools, does not affect which
/// installation provides an executable, and is checked when the lock is installed.
package struct LockText {
  /// The start of the next unread line.
  private var next: Int
  /// The position of the fields of the line `platforms`, or `nil` if the lock lacks it. The full
  /// parser, which reads a lock before anything is installed from it, refuses such a lock.
  private let platformFields: Range<Int>?

  /// Reads the header of `text`.
  ///
  /// - Throws: ``PinReadFault/noLock`` if the line `lockfile 1` or `lockfile 2` is missing,
  ///   ``PinReadFault/conflictMarkers(line:)`` if a conflict marker precedes it, or
  ///   ``PinReadFault/malformed(line:)`` if the text does not end with a line feed.
  package init(_ text: Span<UInt8>) throws(PinReadFault) {
    next = try Self.headerEnd(of: text)
    platformFields = Self.platformFields(of: text, from: next)
    // Every line ends with a line feed, so a text that ends with any other byte is truncated.
    guard text[text.count - 1] == UInt8(ascii: "\n") else {
      throw .malformed(line: LineBoundary.number(at: text.count - 1, in: text))
    }
  }

  /// Returns whether the lock covers a platform: whether its line `platforms` lists it.
  ///
  /// A lock that does not cover this machine names its tools all the same. They cannot run here,
  /// and nothing else may run in their place.
  package func covers(_ platform: StaticString, in text: Span<UInt8>) -> Bool {
    guard let platformFields else { return true }
    return Self.lists(platform, in: LockLineFields(platformFields), of: text)
  }

  /// Returns the positions of the names in the line `platforms`.
  package func platforms(in text: Span<UInt8>) -> [Range<Int>] {
    var fields = LockLineFields(platformFields ?? 0..<0)
    var names: [Range<Int>] = []
    while let name = fields.next(in: text) { names.append(name) }
    return names
  }

  /// Returns the next heading of `text`, or `nil` at the end.
  ///
  /// - Parameter text: The text that the reader was created with.
  /// - Throws: ``PinReadFault/conflictMarkers(line:)`` if the next unindented line is a
  ///   conflict marker.
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

  /// Returns the start of the first stanza after the first line feed in a piece of a lock, or
  /// `nil` if there is none.
  static func firstStanza(inPieceOfLock text: Span<UInt8>) -> Int? {
    var next = LineBoundary.find(in: text, from: 0) + 1
    while true {
      let start = LineBoundary.nextHeading(in: text, from: next)
      if start == text.count { return nil }
      if text.has("tool ", at: start) { return start }
      next = LineBoundary.find(in: text, from: start) + 1
    }
  }

  /// Returns the start of the stanza of `tool` in a sealed lock, whose stanzas are sorted, or `nil`
  /// if there is none.
  package static func stanza(of tool: [UInt8], inSealed text: Span<UInt8>) -> Int? {
    // Stanzas that begin before `low` sort before the tool. Those that begin at or after `high`
    // sort after it.
    var low = 0
    var high = text.count
    while low < high {
      let middle = low + (high - low) / 2
      let before = max(middle - 1, 0)
      let found = firstStanza(inPieceOfLock: text.extracting(before..<text.count))
      guard let found, before + found < high else {
        high = middle
        continue
      }
      let start = before + found
      // The name follows `tool `, which has 5 bytes.
      let order = order(at: start + 5, tool, in: text)
      if order == 0 { return start }
      if order < 0 { low = start + 1 } else { high = middle }
    }
    return nil
  }

  /// Moves to a line, so that ``nextHeading(in:)`` returns its heading next. `start` is the start
  /// of the line.
  package mutating func move(to start: Int) { next = start }

  /// Returns the order of the name at `start` relative to `tool`: negative if the name sorts
  /// before `tool`, positive if it sorts after `tool`, and 0 if the two are equal.
  static func order(at start: Int, _ tool: [UInt8], in text: Span<UInt8>) -> Int {
    var index = start
    for byte in tool {
      // The space that ends a name sorts before all characters that names may contain.
      let other = index < text.count ? text[index] : UInt8(ascii: " ")
      if other != byte { return Int(other) - Int(byte) }
      index += 1
    }
    return index < text.count && text[index] != UInt8(ascii: " ") ? 1 : 0
  }

  /// Returns whether the stanza at `start` is that of `tool`.
  package static func names(_ tool: [UInt8], at start: Int, in text: Span<UInt8>) -> Bool {
    let isQuoted = text[start + 5] == UInt8(ascii: "\"")
    let first = isQuoted ? start + 6 : start + 5
    let behind = first + tool.count
    return behind < text.count
      && text[behind] == (isQuoted ? UInt8(ascii: "\"") : UInt8(ascii: " "))
      && text.matches(first..<behind, tool)
  }

  /// Returns the positions of the name and the version in the `tool` line at `start`.
  ///
  /// - Throws: ``PinReadFault/malformed(line:)`` if either is invalid or something follows them.
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

  /// Returns whether a `provides` line is for `executable` on `platform`, or on any platform if it
  /// is `nil`: the first field is the executable, and the others are its platforms, if it is not on
  /// all of them.
  package static func provides(
    _ executable: [UInt8], on platform: StaticString?, in line: Range<Int>, of text: Span<UInt8>
  ) -> Bool {
    var fields = LockLineFields(line)
    guard let name = fields.next(in: text), text.matches(name, executable) else { return false }
    guard let platform, !fields.isAtEnd else { return true }
    return lists(platform, in: fields, of: text)
  }

  /// Returns whether one of the fields is the name of a platform.
  private static func lists(
    _ platform: StaticString, in fields: LockLineFields, of text: Span<UInt8>
  ) -> Bool {
    var fields = fields
    while let field = fields.next(in: text) {
      if field.count == platform.utf8CodeUnitCount, text.has(platform, at: field.lowerBound) {
        return true
      }
    }
    return false
  }

  /// Returns the position of the content id of the artifact for `platform` in the stanza at
  /// `start`, or `nil` if the stanza has no such artifact.
  ///
  /// - Throws: ``PinReadFault/malformed(line:)`` if the artifact's line has no content id, or
  ///   ``PinReadFault/outdatedLock`` if the id has 12 digits.
  package static func contentID(
    forStanzaAt start: Int, platform: StaticString, in text: Span<UInt8>
  ) throws(PinReadFault) -> Range<Int>? {
    guard var artifact = fields(of: "  artifact", for: platform, inStanzaAt: start, of: text) else {
      return nil
    }
    let idIndex = artifact.rest.lowerBound
    // The id is not compared with the rest of the stanza here. It selects the folder of an
    // installation, and only a verified installation has such a folder.
    if let id = artifact.next(in: text) {
      if PinSyntax.isContentID(id, in: text) { return id }
      if PinSyntax.isOutdatedContentID(id, in: text) { throw .outdatedLock }
    }
    throw .malformed(line: LineBoundary.number(at: idIndex, in: text))
  }

  /// Returns the position of the platforms, separated by commas, to which the project limits the
  /// tool of the stanza at `start`, or `nil` if it does not.
  package static func limits(ofStanzaAt start: Int, in text: Span<UInt8>) -> Range<Int>? {
    var next = LineBoundary.find(in: text, from: start) + 1
    while next < text.count {
      let start = next
      let end = LineBoundary.ofLine(in: text, from: start, next: &next)
      if start < end, text[start] != UInt8(ascii: " ") { return nil }
      guard text.has("  declares ", at: start) else { continue }
      var fields = LockLineFields(start + 10..<end)
      while let field = fields.next(in: text) {
        if text.has("platforms=", at: field.lowerBound) {
          return field.lowerBound + 10..<field.upperBound
        }
      }
    }
    return nil
  }

  /// Returns the fields after the platform in the first line for `platform` that starts with
  /// `word`, or `nil` if the stanza at `start` has no such line.
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

  /// Returns the position of the fields of the line `platforms`, or `nil` if none precedes the
  /// first stanza. The search begins at the start of a line.
  private static func platformFields(of text: Span<UInt8>, from start: Int) -> Range<Int>? {
    var next = start
    while next < text.count {
      let start = next
      let end = LineBoundary.ofLine(in: text, from: start, next: &next)
      if text.has("tool ", at: start) { return nil }
      if text.has("platforms ", at: start) { return start + 9..<end }
    }
    return nil
  }

  /// Returns the index after the line `lockfile 1` or `lockfile 2`, which only comments and empty
  /// lines may precede.
  private static func headerEnd(of text: Span<UInt8>) throws(PinReadFault) -> Int {
    var next = text.has("\u{FEFF}", at: 0) ? 3 : 0
    while next < text.count {
      let start = next
      let end = LineBoundary.ofLine(in: text, from: start, next: &next)
      if start == end || text[start] == UInt8(ascii: "#") { continue }
      try check(marginLine: start..<end, in: text)
      let isKnown = text.has("lockfile 1", at: start) || text.has("lockfile 2", at: start)
      guard end - start == 10, isKnown else { break }
      return next
    }
    throw .noLock
  }

  /// Checks that `line` is not a conflict marker: `<`, `|`, `=`, or `>` seven times in a row, then
  /// a space or the end of the line.
  ///
  /// - Throws: ``PinReadFault/conflictMarkers(line:)`` if it is one.
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

/// The fields of a line of a lock, each preceded by one space.
struct LockLineFields {
  /// The fields that have not been read.
  private(set) var rest: Range<Int>

  init(_ line: Range<Int>) {
    rest = line
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Returns the position of the next field without its quotes, or `nil` at the end of the
  /// line or if the line is invalid there. Names, versions, and ids contain no escapes, so
  /// escapes are not read.
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
