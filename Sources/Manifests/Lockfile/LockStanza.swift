internal import Vocabulary

/// The state of a stanza while its lines are read. One value is reused for all stanzas.
struct LockStanza {
  /// The counts of lines of one kind. Each kind is a row of ``StanzaLine/table``.
  private struct Counts {
    /// The number of lines found, including malformed ones.
    var found = 0
    /// The number of lines read, which excludes malformed and repeated ones.
    var read = 0
  }

  /// The line of the file where the stanza begins.
  private(set) var line = 0
  /// The offset of the byte where the stanza begins.
  private(set) var start = 0
  /// The tool, with the values of the lines read so far.
  private var tool = placeholder
  /// The counts for each row of ``StanzaLine/table``.
  private var tallies = [Counts](repeating: Counts(), count: StanzaLine.table.count)
  /// The row of the last known line.
  private var lastRow = 0

  /// The initial value of ``tool``. Its name and version are placeholders until they are read.
  private static let placeholder = LockedTool(
    name: .unknown, version: .zero, wants: [], declared: LockedDeclaration(options: []),
    provides: [])
  /// The rows whose lines every stanza must have.
  private static let requiredRows = StanzaLine.table.indices.filter {
    StanzaLine.table[$0].isRequired
  }

  /// Starts a new stanza at this line and byte of the file.
  mutating func begin(at line: Int, _ start: Int) {
    self.line = line
    self.start = start
    for row in tallies.indices { tallies[row] = Counts() }
    lastRow = 0
  }

  /// The name of the tool, or `nil` if the first line is malformed. The other lines are checked
  /// even then.
  var name: ToolName? { tallies[0].read > 0 ? tool.name : nil }

  /// Counts a line of the kind in this row. The line itself may be read later.
  mutating func countLine(_ row: Int) {
    lastRow = row
    tallies[row].found += 1
  }

  /// Reads the fields of a counted line.
  ///
  /// - Returns: `false` if the line repeats a line that may occur only once, or an equivalent line,
  ///   such as an artifact for the same platform.
  /// - Throws: ``LockLineError`` if the line is malformed.
  mutating func read(_ row: Int, _ fields: inout LockLineReader) throws(LockLineError) -> Bool {
    // If a required line is malformed, a second one is still a repetition.
    let isAgain = StanzaLine.table[row].isRequired ? tallies[row].found > 1 : tallies[row].read > 0
    if isAgain, StanzaLine.table[row].isSingle { return false }
    guard try StanzaLine.table[row].read(&fields, &tool) else { return false }
    tallies[row].read += 1
    return true
  }

  /// Keeps an unknown line, and records that it follows the last known line.
  mutating func keep(_ text: String) {
    tool.unknownLines.append(
      UnknownLockLine(
        text: text, predecessor: LockWord(row: lastRow), position: tallies[lastRow].found))
  }

  /// The first words of required lines that the stanza lacks.
  var missing: [String] {
    Self.requiredRows.filter { tallies[$0].found == 0 }.map { StanzaLine.table[$0].word }
  }

  /// Whether neither the declaration nor a definition names a source. Nothing could then confirm
  /// the files of the tool.
  var hasNoSource: Bool {
    tool.declared.source.isEmpty
      && zip(StanzaLine.table, tallies).allSatisfy { line, count in
        switch line.word {
        case "declares": count.read > 0
        case "defined": count.found == 0
        default: true
        }
      }
  }

  /// Whether the steps of the stanza differ from those in its declaration.
  var hasForeignSteps: Bool {
    !hasUnknownContent && tool.steps != tool.declaration.steps
  }

  /// Whether the parts of a build differ from those in the declaration of the stanza.
  var hasForeignParts: Bool {
    if hasUnknownContent || tool.steps.isEmpty { return false }
    let declared = tool.declaration.buildParts
    return tool.parts.count != declared.count
      || !tool.parts.allSatisfy { part in
        declared.contains {
          $0.name == part.name && $0.version == part.version && $0.address == part.url
            && $0.isPatch == (part.format == .patch) && $0.digest ?? part.digest == part.digest
        }
      }
  }

  /// A file without a bundle in the `verified` line, or a file in that line that the stanza does
  /// not have. `nil` if the bundles are right. If a file's line cannot be read, only that line is
  /// reported.
  var fileOfWrongBundle: (file: LockedVerification.File, isMissing: Bool)? {
    let hasUnknownFiles = zip(StanzaLine.table, tallies).contains { line, count in
      ["artifact", "part"].contains(line.word) && count.read < count.found
    }
    return hasUnknownFiles ? nil : tool.fileOfWrongBundle
  }

  /// Whether a line that affects content ids is missing or could not be read, so that the correct
  /// ids are unknown.
  var hasUnknownContent: Bool {
    zip(StanzaLine.table, tallies).contains { line, count in
      switch line.word {
      case "part", "provides", "declares", "defined", "step", "with":
        count.read < max(count.found, line.isRequired ? 1 : 0)
      default: false
      }
    }
  }

  /// Ends the stanza and returns its tool, or `nil` if a line that must occur exactly once
  /// was not read.
  mutating func finish() -> LockedTool? {
    var finished = Self.placeholder
    swap(&finished, &tool)
    for row in Self.requiredRows where StanzaLine.table[row].isSingle && tallies[row].read == 0 {
      return nil
    }
    finished.putInOrder()
    return finished
  }
}
