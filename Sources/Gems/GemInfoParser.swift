/// A parser of the lines of `/info/NAME`:
///
///     1.17.2-java dep:>= 1.2&< 2,other:>= 0|checksum:<64 digits>,ruby:>= 2.5&< 3.5.dev
///
/// A page can have thousands of lines, so the parser works on bytes, and parses each distinct
/// requirement and name only once.
struct GemInfoParser {
  /// The gems in the order of the page. `nil` marks a file with contradictory digests.
  private(set) var gems: [IndexedGem?] = []
  private(set) var unreadableLines: [UnreadableGemLine] = []

  private var lines: IndexLines
  private var line = GemLineReader()

  /// The index of each file in `gems`, by its version and platform as written.
  private var positions: [ArraySlice<UInt8>: Int] = [:]

  init(_ bytes: [UInt8]) { lines = IndexLines(bytes) }

  /// Parses all lines.
  mutating func parse() throws(GemIndexError) {
    if lines.isMarkup { throw .notAnIndex }
    while let text = lines.next() {
      try parse(text, number: lines.number, isComplete: lines.isComplete)
    }
  }

  private mutating func parse(
    _ text: ArraySlice<UInt8>, number: Int, isComplete: Bool
  ) throws(GemIndexError) {
    guard text.count <= GemInfo.maximumLineByteCount else { throw .lineTooLong(line: number) }
    if text.isEmpty { return }
    let key = text.prefix { $0 != UInt8(ascii: " ") }
    do throws(UnreadableLine) {
      let gem = try line.gem(text)
      // The digest comes last, so a truncated line that still has a complete digest has lost
      // nothing that matters.
      if !isComplete, gem.digest == nil { throw UnreadableLine(.version) }
      add(gem, key, number: number)
    } catch {
      guard isComplete else { throw .cut(line: number) }
      report(error.defect, number)
    }
  }

  /// Adds a gem, or replaces the one of an earlier line for the same file.
  private mutating func add(_ gem: IndexedGem, _ key: ArraySlice<UInt8>, number: Int) {
    guard let position = positions[key] else {
      positions[key] = gems.count
      gems.append(gem)
      return
    }
    if let earlier = gems[position], earlier.digest == gem.digest {
      gems[position] = gem
    } else {
      gems[position] = nil
      report(.contradictoryDigest, number)
    }
  }

  private mutating func report(_ defect: UnreadableGemLine.Defect, _ number: Int) {
    guard unreadableLines.count < 100 else { return }
    unreadableLines.append(UnreadableGemLine(number: number, defect: defect))
  }
}

/// The reason why a line cannot be read.
struct UnreadableLine: Error {
  let defect: UnreadableGemLine.Defect

  init(_ defect: UnreadableGemLine.Defect) { self.defect = defect }
}
