internal import Vocabulary

/// Builds the text of a lock.
struct LockfileWriter {
  /// The text so far, in UTF-8.
  private(set) var bytes: [UInt8] = []
  /// The line numbers of the stanzas so far.
  private(set) var stanzas: [Int] = []
  private var lineCount = 0

  mutating func write(_ lock: Lockfile) {
    for line in lock.header { writeLine(line) }
    writeLines(.lockfile, [["\(lock.formatNumber)"]], lock.unknownLines)
    writeLines(.platforms, [lock.platforms.map(\.rawValue)], lock.unknownLines)
    writeLines(.registry, lock.registries.map(\.fields), lock.unknownLines)

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
    for (row, line) in StanzaLine.table.enumerated() {
      let lines = line.write(tool)
      if lines.isEmpty, tool.unknownLines.isEmpty { continue }
      writeLines(
        LockWord(row: row), lines, tool.unknownLines, indentation: row == 0 ? "" : "  ",
        ofUnknown: "  ")
    }
  }

  /// Writes the lines that share a first word. Each is followed by the unknown lines that followed
  /// it when the lock was read.
  ///
  /// - Parameters:
  ///   - word: The first word of the lines.
  ///   - lines: The fields of each line, without the first word.
  ///   - unknown: The unknown lines, including those with another predecessor.
  ///   - indentation: The indentation of the lines.
  ///   - unknownIndentation: The indentation of the unknown lines.
  private mutating func writeLines(
    _ word: LockWord, _ lines: [[String]], _ unknown: [UnknownLockLine], indentation: String = "",
    ofUnknown unknownIndentation: String = ""
  ) {
    var unknown = unknown.filter { $0.predecessor == word }[...]
    for (position, fields) in zip(1..., lines) {
      bytes += indentation.utf8
      bytes += word.text.utf8
      for field in fields {
        bytes.append(UInt8(ascii: " "))
        bytes += field.utf8
      }
      endLine()
      let isLast = position == lines.count
      while let next = unknown.first, next.position <= position || isLast {
        writeLine(unknownIndentation + unknown.removeFirst().text)
      }
    }
    for line in unknown { writeLine(unknownIndentation + line.text) }
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
