internal import Versions

extension Lockfile {
  /// The lock as it is written: one text for one value.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// ``text`` in UTF-8.
  package var bytes: [UInt8] {
    var writer = LockfileWriter()
    writer.write(self)
    return writer.bytes
  }
}

/// Writes the lines of a lock.
private struct LockfileWriter {
  var bytes: [UInt8] = []

  mutating func write(_ lock: Lockfile) {
    for line in lock.header { writeLine(line) }
    writeLines(.lockfile, ["lockfile \(Lockfile.formatNumber)"], lock.unknownLines)
    writeLines(
      .platforms, [(["platforms"] + lock.platforms.map(\.rawValue)).joined(separator: " ")],
      lock.unknownLines)

    var blocks = lock.unknownBlocks[...]
    for tool in lock.tools {
      // A block whose stanza is gone stands where the stanza stood.
      while let block = blocks.first, block.predecessor.map({ $0 < tool.name }) ?? true {
        write(blocks.removeFirst())
      }
      write(tool)
    }
    for block in blocks { write(block) }
  }

  private mutating func write(_ block: UnknownLockBlock) {
    writeLine("")
    for line in block.lines { writeLine(line) }
  }

  private mutating func write(_ tool: LockedTool) {
    writeLine("")
    let unknown = tool.unknownLines
    writeLines(.tool, ["tool \(tool.name) \(tool.version)"], unknown, indentation: "  ")
    let wants = tool.wants.map {
      "  wants \(quoted($0.requirement.description)) \($0.requester)"
    }
    writeLines(.wants, wants, unknown, indentation: "  ")
    let options = tool.declaration.options.map { " " + field("\($0.key)=\($0.value)") }
    writeLines(
      .declares, ["  declares \(tool.declaration.source)\(options.joined())"], unknown,
      indentation: "  ")
    let released = tool.released.map { ["  released \($0)"] } ?? []
    writeLines(.released, released, unknown, indentation: "  ")
    let needs = tool.needs.map { "  needs \($0.tool) \(quoted($0.requirement.description))" }
    writeLines(.needs, needs, unknown, indentation: "  ")
    let provides = (["  provides"] + tool.provides.map(\.text)).joined(separator: " ")
    writeLines(.provides, [provides], unknown, indentation: "  ")
    writeLines(.artifact, tool.artifacts.map(line), unknown, indentation: "  ")
    writeLines(.part, tool.parts.map(line), unknown, indentation: "  ")
    let trust = tool.isTrustedOnFirstUse ? ["  trust-on-first-use"] : []
    writeLines(.trustOnFirstUse, trust, unknown, indentation: "  ")
  }

  private func line(_ artifact: Artifact) -> String {
    let urls = artifact.urls.map(\.text).joined(separator: " ")
    return "  artifact \(artifact.platform) \(artifact.id) \(artifact.format) \(artifact.digest)"
      + " \(artifact.size) \(urls)"
  }

  private func line(_ part: ArtifactPart) -> String {
    "  part \(part.platform?.rawValue ?? "any") \(part.name) \(part.version) \(part.format)"
      + " \(part.digest) \(part.size) \(part.url)"
  }

  /// The lines of one first word, each followed by the unknown lines that followed it when they
  /// were read.
  private mutating func writeLines(
    _ word: LockLine, _ lines: [String], _ unknown: [UnknownLockLine], indentation: String = ""
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
  }

  private func field(_ text: String) -> String {
    let isBare = text.utf8.allSatisfy {
      $0 > UInt8(ascii: " ") && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    return isBare && !text.isEmpty ? text : quoted(text)
  }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
