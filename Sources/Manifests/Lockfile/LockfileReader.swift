internal import Diagnostics
internal import Vocabulary

/// Parses a lock line by line, so that one error does not hide others.
struct LockfileReader {
  /// The required order of stanzas: sorted by the name of the tool, or any order, which a manual
  /// merge may produce.
  enum Order {
    case sorted, any
  }

  /// The part of the file that contains the current line: the head before the first stanza, a
  /// stanza, or a block of unknown lines.
  private enum Section {
    case head, stanza, unknownBlock
  }

  /// A line of a stanza that is read after all others.
  private struct DeferredLine {
    /// The index of the line's kind in ``StanzaLine/table``.
    let row: Int
    /// The byte range of the first word.
    let word: Range<Int>
    /// The byte range of the line, without its line ending.
    let line: Range<Int>
    /// The line number, from 1.
    let number: Int
  }

  private let text: SourceText
  private let order: Order
  private var problems: [SyntaxProblem] = []

  private var section = Section.head
  /// Whether the line with the format number has been read.
  private var hasNumber = false
  private var platforms: [Platform]?
  private var registries: [LockedRegistry] = []
  private var header: [String] = []
  /// The unknown lines before the first stanza.
  private var headLines: [UnknownLockLine] = []
  /// The current stanza; valid only while ``section`` is `.stanza`.
  private var stanza = LockStanza()
  /// The lines of the current stanza that are read when it ends, in the order of
  /// ``StanzaLine/table``.
  private var deferredLines: [DeferredLine] = []
  private var tools: [LockedTool] = []
  /// The positions at which the stanzas of ``tools`` begin.
  private var starts: [LockfileText.Start] = []
  /// The last stanza with a valid first line, which the next stanza must follow in order.
  private var last: (name: ToolName, line: Int)?
  private var unknownBlocks: [UnknownLockBlock] = []

  /// The number of the current line, from 1.
  private var lineNumber = 0
  /// The byte range of the current line, without its line ending.
  private var line = 0..<0
  private var isAfterEmptyLine = false

  /// Parses a lock.
  ///
  /// - Throws: ``SyntaxProblems`` with all syntax problems. A problem that makes the rest
  ///   meaningless, such as a conflict marker or a newer format, is reported alone.
  static func read(_ text: SourceText, order: Order) throws(SyntaxProblems) -> Lockfile {
    var reader = LockfileReader(text, order: order)
    return try reader.read()
  }

  private init(_ text: SourceText, order: Order) {
    self.text = text
    self.order = order
  }

  private mutating func read() throws(SyntaxProblems) -> Lockfile {
    // A stanza for four platforms takes about 1,200 bytes, so this reserves enough for most locks.
    tools.reserveCapacity(text.bytes.count / 1024)
    starts.reserveCapacity(text.bytes.count / 1024)
    var start = text.start
    while start < text.bytes.count, problems.count < SyntaxProblems.limit {
      lineNumber += 1
      line = text.line(from: start)
      try readLine()
      isAfterEmptyLine = line.isEmpty
      let end = line.upperBound
      start = end + (end < text.bytes.count && text.bytes[end] == UInt8(ascii: "\r") ? 2 : 1)
    }
    if !hasNumber { throw SyntaxProblems(.notALockfile, at: .file(text.path)) }
    finishStanza()
    // `bootstrap lock` ends every line with a line feed. A file that does not
    // end with one was cut off.
    if text.bytes.last != UInt8(ascii: "\n") { report(.truncated, at: line.upperBound) }
    if platforms == nil {
      let fault = SyntaxFault.missingLine(word: LockWord.platforms.text, tool: nil)
      problems.append(SyntaxProblem(fault, at: .file(text.path)))
    }
    if order == .any { sortTools() }
    guard problems.isEmpty, let platforms else { throw SyntaxProblems(inOrder: problems) }
    return Lockfile(
      platforms: platforms, registries: registries, tools: tools,
      header: header, unknownLines: headLines, unknownBlocks: unknownBlocks,
      source: .init(bytes: text.bytes, stanzas: starts))
  }

  /// Sorts the stanzas and reports duplicates, which are then adjacent.
  private mutating func sortTools() {
    if tools.indices.dropFirst().allSatisfy({ tools[$0 - 1].name < tools[$0].name }) { return }
    let sorted = zip(tools, starts).sorted { $0.0.name < $1.0.name }
    tools = sorted.map(\.0)
    starts = sorted.map(\.1)
    for ((tool, start), next) in zip(sorted, sorted.dropFirst()) where tool.name == next.0.name {
      problems.append(
        SyntaxProblem(
          .repeatedTool(tool.name, line: start.line), at: .file(text.path, line: next.1.line)))
    }
  }

  /// Reads the current line, whatever its kind.
  private mutating func readLine() throws(SyntaxProblems) {
    if line.isEmpty { return }
    if text.bytes[line.lowerBound].isBlank { return readIndentedLine() }
    if isConflictMarker(text.bytes[line]) {
      let origin = Origin.file(text.path, line: lineNumber)
      throw SyntaxProblems([
        mergeProblem(in: text.bytes, path: text.path, .conflictMarkers, at: origin)
      ])
    }
    let word = firstWord(from: line.lowerBound)
    let known = LockWord(text.bytes, word)
    if !hasNumber { return try readHeader(word, known) }
    switch known {
    case LockWord.tool: startStanza(after: word)
    case LockWord.platforms where section == .head && platforms == nil: readPlatforms(after: word)
    case LockWord.registry where section == .head && platforms != nil: readRegistry(after: word)
    case LockWord.platforms where section == .head:
      report(.repeatedLine(word: "platforms"), at: word)
    case .some(let stray): report(.strayLine(word: stray.text), at: word)
    case nil: keepUnknownLine()
    }
  }

  /// Reads the line with the format number, such as `lockfile 1`, or a comment before it.
  private mutating func readHeader(_ word: Range<Int>, _ known: LockWord?) throws(SyntaxProblems) {
    if text.bytes[line.lowerBound] == UInt8(ascii: "#") {
      header.append(text.string(line))
      return
    }
    guard known == .lockfile else {
      throw SyntaxProblems(.notALockfile, at: origin(at: word.lowerBound))
    }
    hasNumber = true
    let digits = text.bytes[min(word.upperBound + 1, line.upperBound)..<line.upperBound]
    let isNumber = !digits.isEmpty && digits.allSatisfy(\.isDigit) && digits.first != 0x30
    let number = isNumber ? decimalNumber(in: text.bytes, digits.indices) : nil
    if isNumber, !Lockfile.formatNumbers.contains(number ?? .max) {
      // The rules for the rest of a newer lock are unknown, so its lines are not checked.
      let fault = SyntaxFault.newerLockfile(
        number: String(decoding: digits, as: UTF8.self), known: Lockfile.formatNumbers.upperBound)
      throw SyntaxProblems(fault, at: origin(at: digits.startIndex))
    }
    var fields = LockLineReader(text.bytes, word.upperBound..<line.upperBound)
    do {
      _ = try fields.required("number") { isNumber ? $1 : nil }
      try fields.finish()
    } catch {
      report(error, in: .lockfile)
    }
  }

  /// Reads the `platforms` line, each platform of which may occur once.
  private mutating func readPlatforms(after word: Range<Int>) {
    var platforms: [Platform] = []
    var fields = LockLineReader(text.bytes, word.upperBound..<line.upperBound)
    do throws(LockLineError) {
      repeat {
        let platform = try fields.platform()
        if platforms.contains(platform) { throw fields.error(.repeatedField(platform.rawValue)) }
        platforms.append(platform)
      } while !fields.isAtEnd
    } catch {
      report(error, in: .platforms)
    }
    self.platforms = platforms.sortedByName
  }

  /// Reads a `registry` line. Each name may occur once.
  private mutating func readRegistry(after word: Range<Int>) {
    var fields = LockLineReader(text.bytes, word.upperBound..<line.upperBound)
    do throws(LockLineError) {
      let registry = try fields.registry()
      if registries.count == SyntaxProblems.limit {
        throw fields.error(.tooManyFields(limit: SyntaxProblems.limit))
      }
      if registries.contains(where: { $0.name == registry.name }) {
        return report(.repeatedLine(word: "registry"), at: word)
      }
      registries.append(registry)
    } catch {
      report(error, in: .registry)
    }
  }

  /// Ends the current stanza and reads the first line of the next.
  private mutating func startStanza(after word: Range<Int>) {
    finishStanza()
    section = .stanza
    stanza.begin(at: lineNumber, line.lowerBound)
    var fields = LockLineReader(text.bytes, word.upperBound..<line.upperBound)
    do {
      stanza.countLine(0)
      _ = try stanza.read(0, &fields)
    } catch {
      report(error, in: .tool)
    }
    if let name = stanza.name {
      if order == .sorted, let last, name <= last.name {
        // If the stanza repeats an earlier one, `bootstrap lock` does not help. The search is
        // linear, so the limit keeps a lock with thousands of misplaced stanzas fast.
        let other = problems.count < SyntaxProblems.limit ? line(of: name) : nil
        report(
          name == last.name
            ? .repeatedTool(name, line: last.line)
            : other.map { .repeatedTool(name, line: $0) }
              ?? .toolOutOfOrder(name, after: last.name), at: word)
      }
      last = (name, lineNumber)
    }
  }

  /// Returns the line of an earlier stanza of a tool, or `nil` if there is none.
  private func line(of tool: ToolName) -> Int? {
    tools.firstIndex { $0.name == tool }.map { starts[$0].line }
  }

  /// Ends the current stanza, if there is one: reads its deferred lines, reports missing lines, and
  /// keeps the tool.
  private mutating func finishStanza() {
    guard section == .stanza else { return }
    readDeferredLines()
    if let name = stanza.name {
      if stanza.hasNoSource {
        problems.append(
          SyntaxProblem(
            .noLockedSource(tool: name), at: .file(text.path, line: stanza.line)))
      }
      if stanza.hasForeignSteps {
        problems.append(
          SyntaxProblem(.foreignSteps(tool: name), at: .file(text.path, line: stanza.line)))
      }
      if stanza.hasForeignParts {
        problems.append(
          SyntaxProblem(.foreignParts(tool: name), at: .file(text.path, line: stanza.line)))
      }
      if let (file, isMissing) = stanza.fileOfWrongBundle {
        let fault =
          isMissing
          ? SyntaxFault.missingBundle(tool: name, file: "\(file)")
          : .foreignBundle(tool: name, file: "\(file)")
        problems.append(SyntaxProblem(fault, at: .file(text.path, line: stanza.line)))
      }
      for word in stanza.missing {
        problems.append(
          SyntaxProblem(
            .missingLine(word: word, tool: name),
            at: .file(text.path, line: stanza.line)))
      }
    }
    if let tool = stanza.finish() {
      tools.append(tool)
      starts.append(.init(line: stanza.line, offset: stanza.start))
    }
  }

  /// Reads a line of a stanza, or keeps an indented line of an unknown block.
  private mutating func readIndentedLine() {
    if section == .unknownBlock {
      unknownBlocks[unknownBlocks.count - 1].lines.append(text.string(line))
      return
    }
    let start = line.lowerBound + 2
    guard line.count > 2, text.bytes[start - 2] == UInt8(ascii: " "),
      text.bytes[start - 1] == UInt8(ascii: " "),
      !text.bytes[start].isBlank
    else { return report(.lockIndentation, at: line) }
    let word = firstWord(from: start)
    let known = LockWord(text.bytes, word)
    guard section == .stanza else { return report(.strayLine(word: text.string(word)), at: word) }
    guard let known else { return stanza.keep(text.string(start..<line.upperBound)) }
    guard let row = known.row, known != .tool else {
      return report(.strayLine(word: known.text), at: word)
    }
    stanza.countLine(row)
    if StanzaLine.table[row].isReadLast {
      // In the order of the table, because the checks of an `artifact` depend on `provides`.
      let index = deferredLines.lastIndex { $0.row <= row }.map { $0 + 1 } ?? 0
      deferredLines.insert(
        DeferredLine(row: row, word: word, line: line, number: lineNumber), at: index)
    } else {
      readLine(of: row, after: word)
    }
  }

  /// Reads the deferred lines of the current stanza, then restores the current line.
  private mutating func readDeferredLines() {
    let next = (line, lineNumber)
    for found in deferredLines {
      (line, lineNumber) = (found.line, found.number)
      readLine(of: found.row, after: found.word)
    }
    (line, lineNumber) = next
    deferredLines.removeAll(keepingCapacity: true)
  }

  /// Reads the fields of the current line into the current stanza.
  ///
  /// - Parameters:
  ///   - row: The index of the line's kind in ``StanzaLine/table``.
  ///   - word: The byte range of the first word of the line.
  private mutating func readLine(of row: Int, after word: Range<Int>) {
    var fields = LockLineReader(text.bytes, word.upperBound..<line.upperBound)
    do {
      let isFirst = try stanza.read(row, &fields)
      if !isFirst { report(.repeatedLine(word: StanzaLine.table[row].word), at: word) }
    } catch {
      // If a line that the content id depends on is missing or invalid, only that line is reported:
      // the id cannot be checked.
      if case .foreignContentID = error.fault, stanza.hasUnknownContent { return }
      report(error, in: LockWord(row: row))
    }
  }

  /// Keeps an unindented line with an unknown first word, as part of the head or of a block.
  private mutating func keepUnknownLine() {
    let written = text.string(line)
    if section == .head, !isAfterEmptyLine {
      let predecessor =
        !registries.isEmpty ? LockWord.registry : platforms == nil ? .lockfile : .platforms
      headLines.append(
        UnknownLockLine(
          text: written, predecessor: predecessor, position: max(1, registries.count)))
    } else if section == .unknownBlock, !isAfterEmptyLine {
      unknownBlocks[unknownBlocks.count - 1].lines.append(written)
    } else if section == .stanza, !isAfterEmptyLine {
      // A newer bootstrap, too, begins a block after an empty line.
      report(.strayLine(word: text.string(firstWord(from: line.lowerBound))), at: line.lowerBound)
    } else {
      finishStanza()
      section = .unknownBlock
      unknownBlocks.append(UnknownLockBlock(lines: [written], predecessor: tools.last?.name))
    }
  }

  /// Returns the range from `start` to the next space or the end of the line.
  private func firstWord(from start: Int) -> Range<Int> {
    var end = start
    while end < line.upperBound, text.bytes[end] != UInt8(ascii: " ") { end += 1 }
    return start..<end
  }

  private mutating func report(_ error: LockLineError, in line: LockWord) {
    let fault = SyntaxFault.lockLine(word: line.text, error.fault)
    problems.append(SyntaxProblem(fault, at: origin(at: error.offset)))
  }

  private mutating func report(_ fault: SyntaxFault, at range: Range<Int>) {
    problems.append(SyntaxProblem(fault, at: origin(at: range.lowerBound)))
  }

  private mutating func report(_ fault: SyntaxFault, at offset: Int) {
    problems.append(SyntaxProblem(fault, at: origin(at: offset)))
  }

  private func origin(at offset: Int) -> Origin {
    let column = text.column(at: offset, lineStart: line.lowerBound)
    return .file(text.path, line: lineNumber, column: column)
  }
}
