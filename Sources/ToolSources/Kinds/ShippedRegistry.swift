internal import CRegistry
package import Manifests
package import Vocabulary

/// The registry that ships with the program.
package struct ShippedRegistry: Sendable {
  /// The registry of this program.
  package static let standard = {
    var size = 0
    let start = unsafe bootstrap_registry(&size)
    return ShippedRegistry(text: unsafe Array(UnsafeBufferPointer(start: start, count: size)))
  }()

  /// What messages call the registry.
  package static let path = "the shipped registry"

  let text: [UInt8]
  /// The range of the block that defines each tool, by the tool's name in quotes.
  private let blocks: [ArraySlice<UInt8>: Range<Int>]

  /// Creates a registry from its text.
  package init(text: [UInt8]) {
    self.text = text
    blocks = Self.blocks(of: text)
  }

  /// All definitions, in the order of the text. Empty if the text is invalid, which a test rules
  /// out.
  package var definitions: [Definition] {
    (try? RegistryText(parsing: text, path: Self.path))?.definitions ?? []
  }

  /// Returns the definition of `tool`, or `nil` if there is none.
  ///
  /// Parses only that definition, so that `exec` and shims stay fast.
  package func definition(of tool: ToolName) -> Definition? {
    guard let range = blocks[Array("\"\(tool)\"".utf8)[...]] else { return nil }
    return (try? RegistryText(parsing: Array(text[range]), path: Self.path))?.definitions.first
  }

  /// Returns the definitions that have a line with `word`, in the order of the text. Parses only
  /// these.
  package func definitions(with word: DefinitionWord) -> [Definition] {
    let opening = Array("  \(word.rawValue) ".utf8)
    let ranges = blocks.values.filter { range in
      text[range].split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: opening) }
    }
    return ranges.sorted { $0.lowerBound < $1.lowerBound }.flatMap { range in
      (try? RegistryText(parsing: Array(text[range]), path: Self.path))?.definitions ?? []
    }
  }

  /// Returns the range of each block. Every block begins and ends at the start of a line, which a
  /// test verifies.
  private static func blocks(of text: [UInt8]) -> [ArraySlice<UInt8>: Range<Int>] {
    let opening = Array("define ".utf8)
    let openingEnd = Array(" do".utf8)
    let closing = Array("end".utf8)
    var blocks: [ArraySlice<UInt8>: Range<Int>] = [:]
    var lineStart = 0
    var block: (name: ArraySlice<UInt8>, start: Int)?
    while let lineEnd = text[lineStart...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = text[lineStart..<lineEnd]
      if line.starts(with: opening) {
        block = (line.dropFirst(opening.count).dropLast(openingEnd.count), lineStart)
      } else if let (name, start) = block, line == closing[...] {
        blocks[name] = start..<lineEnd + 1
      }
      lineStart = lineEnd + 1
    }
    return blocks
  }
}
