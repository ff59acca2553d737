/// A parser of the lines of `/info/NAME`:
///
///     1.17.2-java dep:>= 1.2&< 2,other:>= 0|checksum:<64 digits>,ruby:>= 2.5&< 3.5.dev
///
/// A page may have thousands of lines, so the parser works on bytes, and parses a requirement or a
/// name that it has met before only once.
struct GemInfoParser {
  /// The gems in the order of the page. `nil` marks a file with contradictory digests.
  private(set) var gems: [IndexedGem?] = []
  private(set) var unreadableLines: [UnreadableGemLine] = []

  private let bytes: [UInt8]
  private var line = GemLineReader()

  /// The index of each file in `gems`, by its version and platform as written.
  private var positions: [ArraySlice<UInt8>: Int] = [:]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Parses all lines after the header.
  mutating func parse() throws(GemIndexError) {
    var (start, number) = header
    while start < bytes.endIndex {
      number += 1
      let end = bytes[start...].firstIndex(of: newline)
      try parse(content(start, end), number: number, isComplete: end != nil)
      start = end.map { $0 + 1 } ?? bytes.endIndex
    }
  }

  /// Returns a line without its end, which may be the one of Windows.
  private func content(_ start: Int, _ end: Int?) -> ArraySlice<UInt8> {
    let line = bytes[start..<(end ?? bytes.endIndex)]
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  /// The index after the header, which ends with `---`, and the number of lines in it. Without a
  /// header, both are 0.
  private var header: (start: Int, lines: Int) {
    var start = 0
    var lines = 0
    // A header is short, and a page without one need not be searched completely.
    while start < bytes.endIndex, lines < 100 {
      let end = bytes[start...].firstIndex(of: newline)
      lines += 1
      if content(start, end).elementsEqual("---".utf8) {
        return (end.map { $0 + 1 } ?? bytes.endIndex, lines)
      }
      guard let end else { break }
      start = end + 1
    }
    return (0, 0)
  }

  private mutating func parse(
    _ text: ArraySlice<UInt8>, number: Int, isComplete: Bool
  ) throws(GemIndexError) {
    guard text.count <= GemInfo.maximumLineByteCount else { throw .lineTooLong(line: number) }
    if text.isEmpty { return }
    let key = text.prefix { $0 != UInt8(ascii: " ") }
    do throws(UnreadableLine) {
      let gem = try line.gem(text)
      // A line that was cut looks complete only if the digest, which comes last, is.
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

  private var newline: UInt8 { UInt8(ascii: "\n") }
}

/// The reason why a line cannot be read.
struct UnreadableLine: Error {
  let defect: UnreadableGemLine.Defect

  init(_ defect: UnreadableGemLine.Defect) { self.defect = defect }
}
