/// The state of a stanza while its lines are read. One value is reused for all stanzas.
struct LockStanza {
  /// How often the lines of a table row occur.
  private struct Counts {
    /// The number of lines found, including malformed ones.
    var found = 0
    var read = 0
  }

  /// The line of the file where the stanza begins.
  private(set) var line = 0
  private var tool = nameless
  /// The counts by row of ``StanzaLine/table``.
  private var tallies = [Counts](repeating: Counts(), count: StanzaLine.table.count)
  private var lastRow = 0

  /// The initial value; the name and version are placeholders until they are read.
  private static let nameless = LockedTool(
    name: ToolName(checked: UncheckedText(text: "unknown")),
    version: VersionText(checked: UncheckedText(text: "0")), wants: [],
    declaration: LockedDeclaration(source: "", options: []), provides: [])
  private static let requiredRows = StanzaLine.table.indices.filter {
    StanzaLine.table[$0].isRequired
  }

  /// Starts a new stanza at this line of the file.
  mutating func begin(at line: Int) {
    self.line = line
    for row in tallies.indices { tallies[row] = Counts() }
    lastRow = 0
  }

  /// The name of the tool; `nil` if the first line is malformed. The other lines are still checked.
  var name: ToolName? { tallies[0].read > 0 ? tool.name : nil }

  /// Counts a line of a table row, which may be read later.
  mutating func find(_ row: Int) {
    lastRow = row
    tallies[row].found += 1
  }

  /// Reads a counted line. Returns `false` if it repeats a line that may occur only once.
  mutating func read(_ row: Int, _ fields: inout LockLineReader) throws(LockLineError) -> Bool {
    // For required lines, malformed ones count too.
    let isAgain = StanzaLine.table[row].isRequired ? tallies[row].found > 1 : tallies[row].read > 0
    if isAgain, StanzaLine.table[row].isSingle { return false }
    guard try StanzaLine.table[row].read(&fields, &tool) else { return false }
    tallies[row].read += 1
    return true
  }

  /// Keeps an unknown line, with its place after the last known one.
  mutating func keep(_ text: String) {
    tool.unknownLines.append(
      UnknownLockLine(
        text: text, predecessor: LockWord(row: lastRow), position: tallies[lastRow].found))
  }

  /// The first words of required lines that the stanza lacks.
  var missing: [String] {
    Self.requiredRows.filter { tallies[$0].found == 0 }.map { StanzaLine.table[$0].word }
  }

  /// Whether a line could not be read that decides the content ids, so that they are unknown.
  var hasUnknownContent: Bool {
    zip(StanzaLine.table, tallies).contains { line, count in
      switch line.word {
      case "part", "provides", "declares": count.read < max(count.found, line.isRequired ? 1 : 0)
      default: false
      }
    }
  }

  /// Ends the stanza. Returns `nil` if a line that must occur exactly once could not be read.
  mutating func finish() -> LockedTool? {
    var finished = Self.nameless
    swap(&finished, &tool)
    for row in Self.requiredRows where StanzaLine.table[row].isSingle && tallies[row].read == 0 {
      return nil
    }
    finished.putInOrder()
    return finished
  }
}
