package import Vocabulary

/// The origin of a requirement on a tool: a file of the project, or another tool.
package enum Requester: Hashable, Sendable {
  case toolfile
  case toolVersionFile
  case tool(ToolName, VersionText)

  /// Whether the requester is a tool rather than a file of the project.
  package var isTool: Bool {
    if case .tool = self { true } else { false }
  }

  /// Parses the spelling of ``description``.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    // The number is `Toolfile`, the most frequent requester, in ASCII.
    if packed(bytes, range) == 0x546F_6F6C_6669_6C65 {
      self = .toolfile
    } else if bytes[range].elementsEqual(ToolVersionFile.name.utf8) {
      self = .toolVersionFile
    } else if let separator = bytes[range].firstIndex(of: UInt8(ascii: "@")),
      let name = ToolName(bytes, range.lowerBound..<separator),
      let version = VersionText(bytes, separator + 1..<range.upperBound)
    {
      self = .tool(name, version)
    } else {
      return nil
    }
  }
}

extension Requester: Comparable, CustomStringConvertible {
  /// Compares the texts, which can be inlined. Comparing names of another module cannot, and the
  /// reader compares each requester of a stanza with all others.
  package static func == (left: Requester, right: Requester) -> Bool {
    switch (left, right) {
    case (.toolfile, .toolfile), (.toolVersionFile, .toolVersionFile): true
    case (.tool(let left, let leftVersion), .tool(let right, let rightVersion)):
      left.text == right.text && leftVersion.text == rightVersion.text
    default: false
    }
  }

  /// Returns whether `left` precedes `right` in a stanza: files first, then tools by name.
  package static func < (left: Requester, right: Requester) -> Bool {
    switch (left, right) {
    case (.toolfile, .toolfile), (_, .toolfile): false
    case (.toolfile, _): true
    case (.toolVersionFile, .toolVersionFile), (.tool, .toolVersionFile): false
    case (.toolVersionFile, .tool): true
    case (.tool(let left, let leftVersion), .tool(let right, let rightVersion)):
      (left.text, leftVersion.text) < (right.text, rightVersion.text)
    }
  }

  /// The spelling in a lock: `Toolfile`, `.tool-version`, or a tool such as `fastlane@2.220.0`.
  package var description: String {
    switch self {
    case .toolfile: Toolfile.name
    case .toolVersionFile: ToolVersionFile.name
    case .tool(let name, let version): "\(name)@\(version)"
    }
  }
}
