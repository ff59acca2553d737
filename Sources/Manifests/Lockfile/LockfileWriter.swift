internal import Vocabulary

extension Lockfile {
  /// The canonical text of the lock. Equal locks have the same text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The canonical text in UTF-8.
  package var bytes: [UInt8] {
    var writer = LockfileWriter()
    writer.write(self)
    return writer.bytes
  }

  /// The line numbers of the stanzas in ``text``.
  var lineNumbers: [Int] {
    var writer = LockfileWriter()
    writer.write(self)
    return writer.stanzas
  }
}

/// Builds the text of a lock.
private struct LockfileWriter {
  var bytes: [UInt8] = []
  /// The line numbers of the stanzas so far.
  var stanzas: [Int] = []
  private var lineCount = 0

  mutating func write(_ lock: Lockfile) {
    for line in lock.header { writeLine(line) }
    writeLines(.lockfile, ["lockfile \(lock.formatNumber)"], lock.unknownLines)
    writeLines(
      .platforms, [(["platforms"] + lock.platforms.map(\.rawValue)).joined(separator: " ")],
      lock.unknownLines)
    writeLines(
      .registry, lock.registries.map { (["registry"] + $0.fields).joined(separator: " ") },
      lock.unknownLines)

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
      let indentation = row == 0 ? "" : "  "
      let lines = line.write(tool).map { indentation + ([line.word] + $0).joined(separator: " ") }
      writeLines(LockWord(row: row), lines, tool.unknownLines, indentation: "  ")
    }
  }

  /// Writes the lines that share a first word. Each is followed by the unknown lines that followed
  /// it when the lock was read.
  ///
  /// - Parameters:
  ///   - word: The first word of the lines.
  ///   - lines: The lines, including their indentation.
  ///   - unknown: The unknown lines, including those with another predecessor.
  ///   - indentation: The indentation of the unknown lines.
  private mutating func writeLines(
    _ word: LockWord, _ lines: [String], _ unknown: [UnknownLockLine], indentation: String = ""
  ) {
    var unknown = unknown.filter { $0.predecessor == word }[...]
    for (position, line) in zip(1..., lines) {
      writeLine(line)
      let isLast = position == lines.count
      while let next = unknown.first, next.position <= position || isLast {
        writeLine(indentation + unknown.removeFirst().text)
      }
    }
    for line in unknown { writeLine(indentation + line.text) }
  }

  private mutating func writeLine(_ line: String) {
    bytes += line.utf8
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
