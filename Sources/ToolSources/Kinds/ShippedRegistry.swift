internal import CRegistry
package import Manifests

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

  /// Creates a registry from its text.
  package init(text: [UInt8]) { self.text = text }

  /// All definitions, in the order of the text. Empty if the text is invalid, which a test rules
  /// out.
  package var definitions: [Definition] {
    (try? RegistryText(parsing: text, path: Self.path))?.definitions ?? []
  }

  /// Returns the definition of `tool`, or `nil` if there is none.
  ///
  /// Parses only that definition, so that `exec` and shims stay fast.
  package func definition(of tool: ToolName) -> Definition? {
    guard let range = range(of: tool) else { return nil }
    return (try? RegistryText(parsing: Array(text[range]), path: Self.path))?.definitions.first
  }

  /// Returns the range of the block that defines `tool`. Every block begins and ends at the start
  /// of a line, which a test verifies.
  private func range(of tool: ToolName) -> Range<Int>? {
    let opening = Array("define \"\(tool)\" do\n".utf8)
    let closing = Array("\nend\n".utf8)
    guard let start = position(of: opening, from: 0, atLineStart: true),
      let end = position(of: closing, from: start, atLineStart: false)
    else { return nil }
    return start..<end + closing.count
  }

  private func position(of word: [UInt8], from start: Int, atLineStart: Bool) -> Int? {
    guard let first = word.first else { return nil }
    var index = start
    while let found = text[index...].firstIndex(of: first) {
      let isLineStart = found == 0 || text[found - 1] == UInt8(ascii: "\n")
      if isLineStart || !atLineStart, text[found...].starts(with: word) { return found }
      index = found + 1
    }
    return nil
  }
}
