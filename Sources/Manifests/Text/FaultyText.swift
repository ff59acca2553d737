internal import TextSearch
package import Vocabulary

/// The text of a file that cannot be read as a pin file, lock, or Toolfile.
///
/// Nobody knows what the file was meant to pin. But if it does not contain the name of a tool, it
/// does not pin that tool, and a name on which the system relies must not stop working because of
/// a file that has nothing to do with it.
package struct FaultyText: Sendable {
  private let bytes: [UInt8]

  /// Creates a text. Pass no bytes for a file that has none, such as a folder.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
  }

  /// Whether a line of the text begins with a number such as `24.1` or `v24`, as one that states a
  /// version without its tool does.
  package var lacksTool: Bool {
    bytes.split(whereSeparator: { "\r\n".utf8.contains($0) }).contains { line in
      let word = line.drop { " \t".utf8.contains($0) }.prefix { !" \t".utf8.contains($0) }
      let number = word.first == UInt8(ascii: "v") ? word.dropFirst() : word
      return !number.isEmpty && number.allSatisfy { "0123456789.".utf8.contains($0) }
    }
  }

  /// Returns whether the text contains the name of a tool.
  package func mayName(_ tool: ToolName) -> Bool {
    // In another encoding, names have other bytes.
    bytes.contains(0) || String(decoding: bytes, as: UTF8.self).contains(tool.text)
  }

  /// Returns whether a `needs` line names one of `tools`. The text must be that of a lock.
  package func needs(_ tools: [ToolName]) -> Bool {
    if bytes.contains(0) { return true }
    return bytes.split(whereSeparator: { "\r\n".utf8.contains($0) }).contains { line in
      let words = line.split(maxSplits: 2, whereSeparator: { " \t\"',".utf8.contains($0) })
      return words.count > 1 && words[0].elementsEqual("needs".utf8)
        && tools.contains { words[1].elementsEqual($0.text.utf8) }
    }
  }

  /// Returns whether the text contains the name of a tool, or lists the executable as a word, as
  /// a lock does.
  package func mayConcern(_ tools: [ToolName], _ executable: ExecutableName) -> Bool {
    if tools.contains(where: mayName) { return true }
    let name = Array(executable.text.lowercased().utf8)
    let isSeparator: (UInt8) -> Bool = { " \t\r\n\"'".utf8.contains($0) }
    return bytes.contains(0)
      || bytes.split(whereSeparator: isSeparator).contains { $0.elementsEqual(name) }
  }
}
