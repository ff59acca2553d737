internal import Vocabulary

/// Builds the text of a lock.
struct LockfileWriter {
  /// The text so far, in UTF-8.
  private(set) var bytes: [UInt8] = []
  /// The line numbers of the stanzas so far.
  private(set) var stanzas: [Int] = []
  /// The byte ranges of the stanzas so far.
  private(set) var ranges: [Range<Int>] = []
  private var lineCount = 0

  // The following properties are valid only inside `writeLines`. The current lines are those that
  // its body writes.

  /// The first word of the current lines.
  private var word = LockWord.lockfile
  /// The indentation of the current lines, and of the unknown lines among them.
  private var indentation = (known: "", unknown: "")
  /// The number of current lines so far.
  private var position = 0
  /// The unknown lines that follow a current line and are not written yet.
  private var unknown: ArraySlice<UnknownLockLine> = []

  mutating func write(_ lock: Lockfile) {
    // A stanza for four platforms takes about 1,200 bytes.
    bytes.reserveCapacity(lock.tools.count * 1024)
    for line in lock.header { writeLine(line) }
    writeLines(.lockfile, lock.unknownLines) { $0.write(["\(lock.formatNumber)"]) }
    writeLines(.platforms, lock.unknownLines) { $0.write(lock.platforms.map(\.rawValue)) }
    writeLines(.registry, lock.unknownLines) { lines in
      for registry in lock.registries { lines.write(registry.fields) }
    }

    var blocks = lock.unknownBlocks[...]
    for tool in lock.tools {
      // A block follows the stanza of its predecessor. If that stanza no longer exists, the block
      // is written where the stanza would be.
      while let block = blocks.first, block.predecessor.map({ $0 < tool.name }) ?? true {
        write(blocks.removeFirst())
      }
      write(tool)
    }
    for block in blocks { write(block) }
  }

  /// Writes the lines of an unknown block, after an empty line.
  private mutating func write(_ block: UnknownLockBlock) {
    writeLine("")
    for line in block.lines { writeLine(line) }
  }

  /// Writes the stanza of a tool, after an empty line.
  private mutating func write(_ tool: LockedTool) {
    writeLine("")
    stanzas.append(lineCount + 1)
    let start = bytes.count
    let unknown = tool.unknownLines
    for (row, line) in StanzaLine.table.enumerated() {
      let indentation = (known: row == 0 ? "" : "  ", unknown: "  ")
      writeLines(LockWord(row: row), unknown, indentation: indentation) { line.write(tool, &$0) }
    }
    ranges.append(start..<bytes.count)
  }

  /// Writes the lines that share a first word. Each is followed by the unknown lines that followed
  /// it when the lock was read.
  ///
  /// - Parameters:
  ///   - word: The first word of the lines.
  ///   - unknown: The unknown lines, including those with another predecessor.
  ///   - indentation: The indentation of the lines and of the unknown lines.
  ///   - body: Writes the fields of each line.
  private mutating func writeLines(
    _ word: LockWord, _ unknown: [UnknownLockLine],
    indentation: (known: String, unknown: String) = ("", ""),
    _ body: (inout LockfileWriter) -> Void
  ) {
    (self.word, self.indentation, position) = (word, indentation, 0)
    // Hardly any stanza has unknown lines.
    self.unknown = unknown.isEmpty ? [] : unknown.filter { $0.predecessor == word }[...]
    body(&self)
    for line in self.unknown { writeLine(indentation.unknown + line.text) }
  }

  /// Writes one of the current lines.
  ///
  /// - Parameter fields: The fields of the line, without the first word.
  mutating func write(_ fields: [String]) {
    begin()
    for field in fields { add(field) }
    end()
  }

  /// Begins one of the current lines with its first word.
  mutating func begin() {
    bytes += indentation.known.utf8
    bytes += word.text.utf8
  }

  /// Adds a field to the line that was begun.
  mutating func add(_ field: String) {
    bytes.append(UInt8(ascii: " "))
    bytes += field.utf8
  }

  /// Ends the line that was begun, and writes the unknown lines that followed it.
  mutating func end() {
    endLine()
    position += 1
    while let next = unknown.first, next.position <= position {
      writeLine(indentation.unknown + next.text)
      unknown.removeFirst()
    }
  }

  private mutating func writeLine(_ line: String) {
    bytes += line.utf8
    endLine()
  }

  private mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    lineCount += 1
  }
}

/// Returns `text` as a field of a lock, in quotes if it is empty or contains whitespace, a control
/// character, a quote, or a backslash.
func field(_ text: String) -> String {
  let isBare = text.utf8.allSatisfy {
    $0 > UInt8(ascii: " ") && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
  }
  return isBare && !text.isEmpty ? text : quoted(text)
}
