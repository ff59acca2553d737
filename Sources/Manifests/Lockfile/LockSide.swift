internal import Vocabulary

/// One side of a merge in a lock. Reads only what the choice of a version on one platform needs.
struct LockSide {
  /// A stanza. Empty lines of a merge may interrupt it.
  struct Stanza {
    let tool: ToolName
    /// The version, or `nil` if it is malformed.
    let version: VersionText?
    /// The content id for the platform as the side spells it, or `nil` if there is no artifact for
    /// the platform.
    fileprivate(set) var id: String?
    /// The executables that the tool provides on the platform.
    fileprivate(set) var executables: [String] = []
    /// The indices of the lines.
    fileprivate(set) var lines: Range<Int>

    /// Returns whether both stanzas have the same content on the platform. Two stanzas without an
    /// artifact for it are alike.
    func isAlike(_ other: Stanza) -> Bool {
      id == other.id && (id == nil || version == other.version)
    }
  }

  /// The lines, without their line feeds.
  let lines: [ArraySlice<UInt8>]
  /// Whether the side begins like a lock of a known format.
  private(set) var isReadable = false
  /// Whether the side covers the platform.
  private(set) var isCovered = false
  /// The stanzas in the order of the file, without those that name no tool.
  private(set) var stanzas: [Stanza] = []
  /// The index of the first stanza of each tool.
  private var indices: [ToolName: Int] = [:]

  /// Reads a side from its text, which is a whole lock.
  init(_ bytes: [UInt8], for platform: Platform) {
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var isInStanza = false
    for (index, line) in lines.enumerated() where !line.isEmpty && line != [UInt8(ascii: "\r")] {
      let words = Self.words(of: line)
      guard let first = words.first else { continue }
      if line.first?.isBlank == true {
        if isInStanza { addLine(index, words, platform) }
      } else {
        isInStanza = first == "tool" && beginStanza(index, words)
        if stanzas.isEmpty, !isInStanza { readHead(words, platform) }
      }
    }
  }

  /// The first stanza of a tool, or `nil` if the side does not have it.
  subscript(tool: ToolName) -> Stanza? { indices[tool].map { stanzas[$0] } }

  /// Returns the words of a line, without quotes. Names, versions, and ids contain no escapes.
  private static func words(of line: ArraySlice<UInt8>) -> [String] {
    line.split { " \r".utf8.contains($0) }.prefix(8).map { word in
      String(decoding: word.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
  }

  /// Reads a line of the head, which states the format and the platforms.
  private mutating func readHead(_ words: [String], _ platform: Platform) {
    switch words[0] {
    case "lockfile":
      isReadable = words.count == 2 && Int(words[1]).map(Lockfile.formatNumbers.contains) ?? false
    case "platforms": isCovered = words.contains(platform.rawValue)
    default: break
    }
  }

  /// Begins a stanza if the line names a tool, and returns whether it does.
  private mutating func beginStanza(_ index: Int, _ words: [String]) -> Bool {
    guard words.count > 1, let tool = ToolName(words[1]) else { return false }
    if indices[tool] == nil { indices[tool] = stanzas.count }
    let version = words.count > 2 ? VersionText(words[2]) : nil
    stanzas.append(Stanza(tool: tool, version: version, lines: index..<index + 1))
    return true
  }

  /// Adds an indented line to the last stanza.
  private mutating func addLine(_ index: Int, _ words: [String], _ platform: Platform) {
    let last = stanzas.count - 1
    stanzas[last].lines = stanzas[last].lines.lowerBound..<index + 1
    guard words.count > 1 else { return }
    switch words[0] {
    case "provides" where words.count == 2 || words.dropFirst(2).contains(platform.rawValue):
      stanzas[last].executables.append(words[1])
    case "artifact" where words.count > 2 && words[1] == platform.rawValue:
      stanzas[last].id = stanzas[last].id ?? words[2]
    default: break
    }
  }
}
